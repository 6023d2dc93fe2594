#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>

// Swift does not import macros with parameters, nor functions with a variable number of them.

static inline EVP_PKEY *ccrypto_new_p256_key(void) { return EVP_EC_gen("P-256"); }

// Asks once: OpenSSL would ask again after Ctrl-C, when the shell has the terminal back.
static inline int ccrypto_ask_once(char *answer, int size, int is_new, void *was_asked) {
    (void)is_new;
    if (*(int *)was_asked) return -1;
    *(int *)was_asked = 1;
    return EVP_read_pw_string(answer, size, "Passphrase of the key: ", 0) == 0 ? (int)strlen(answer) : -1;
}

static inline EVP_PKEY *ccrypto_read_private_key(BIO *bio) {
    int was_asked = 0;
    return PEM_read_bio_PrivateKey(bio, NULL, ccrypto_ask_once, &was_asked);
}

static inline long ccrypto_memory(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

static inline int ccrypto_set_server_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

static inline int ccrypto_count(const STACK_OF(X509) *certificates) {
    return certificates ? sk_X509_num(certificates) : 0;
}

static inline X509 *ccrypto_at(const STACK_OF(X509) *certificates, int index) {
    return sk_X509_value(certificates, index);
}

static inline void ccrypto_write_name(BIO *bio, const X509_NAME *name) {
    X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}

static inline STACK_OF(X509) *ccrypto_new_list(void) { return sk_X509_new_null(); }

static inline int ccrypto_append(STACK_OF(X509) *certificates, X509 *certificate) {
    return sk_X509_push(certificates, certificate) > 0;
}

// Frees the list, and the certificates in it only where they are its own.
static inline void ccrypto_free_list(STACK_OF(X509) *certificates, int with_certificates) {
    if (with_certificates)
        sk_X509_pop_free(certificates, X509_free);
    else
        sk_X509_free(certificates);
}

// Lets a certificate that is trusted itself end a chain, whoever issued it, in every TLS client of this
// process: libnats makes its own context and offers no way to set the flag there. A set of parameters
// that is registered under the name that libssl looks up takes the place of the built-in one.
static inline int ccrypto_trust_leaves(void) {
    X509_VERIFY_PARAM *parameters = X509_VERIFY_PARAM_new();
    if (!parameters) return 0;
    const X509_VERIFY_PARAM *builtin = X509_VERIFY_PARAM_lookup("ssl_server");
    if (builtin && X509_VERIFY_PARAM_set1(parameters, builtin) &&
        X509_VERIFY_PARAM_set1_name(parameters, "ssl_server") &&
        X509_VERIFY_PARAM_set_flags(parameters, X509_V_FLAG_PARTIAL_CHAIN) &&
        X509_VERIFY_PARAM_add0_table(parameters))
        return 1;
    X509_VERIFY_PARAM_free(parameters);
    return 0;
}
