"""Single key: a long drawn uniformly."""


def record(number, rng):
    return {"col0": rng.randint(0, 100_000)}
