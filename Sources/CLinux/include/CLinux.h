// What glibc offers and Swift's Glibc module does not show.
#ifndef CLINUX_H
#define CLINUX_H
#endif
