"""The rows of what happens between a sender and the screen."""

import fleet
import latency
import longrun
import rest


def rows(products):
    return [*latency.rows(products), *fleet.rows(products), *longrun.rows(products),
            *rest.rows(products)]
