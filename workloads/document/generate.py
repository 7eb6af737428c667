"""Document: what a store of JSON documents holds, with ids that count up."""

FIRST = ["Ada", "Bruno", "Chiara", "Dmitri", "Elif", "Femi", "Grace", "Hiro", "Ines", "Jonas"]
LAST = ["Abe", "Berg", "Costa", "Diaz", "Evans", "Fischer", "Garcia", "Haddad", "Ito", "Jensen"]
TAGS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
SOURCES = ["web", "mobile", "import", "partner"]


def record(number, rng):
    first, last = rng.choice(FIRST), rng.choice(LAST)
    day, second = rng.randint(1, 28), rng.randint(0, 86_399)
    clock = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    return {
        "id": f"record_{number:08}",
        "name": f"{first} {last}",
        "email": f"{first}.{last}{number}@example.com".lower(),
        "age": rng.randint(18, 90),
        "score": round(rng.uniform(0, 100), 2),
        "active": rng.random() < 0.7,
        "tags": rng.sample(TAGS, rng.randint(1, 3)),
        "metadata": {
            "created": f"2024-{rng.randint(1, 12):02}-{day:02}T{clock}Z",
            "source": rng.choice(SOURCES),
        },
    }
