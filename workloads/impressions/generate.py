"""Impressions: identifiers of a word and a number, as the streaming benchmark has them."""


def record(number, rng):
    return {
        "impresssiontime": 1 + 10 * number,
        "impressionid": f"impression_{rng.randint(100, 999)}",
        "userid": f"user_{rng.randint(1, 99)}",
        "adid": f"ad_{rng.randint(1, 99)}",
    }
