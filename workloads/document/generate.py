"""Document: what a store of JSON documents holds, with ids that count up.

``text``: so many characters of further text, instead of the name of the source.
"""

FIRST = ["Ada", "Bruno", "Chiara", "Dmitri", "Elif", "Femi", "Grace", "Hiro", "Ines", "Jonas"]
LAST = ["Abe", "Berg", "Costa", "Diaz", "Evans", "Fischer", "Garcia", "Haddad", "Ito", "Jensen"]
TAGS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
SOURCES = ["web", "mobile", "import", "partner"]
WORDS = ["account", "balance", "contract", "delivery", "engine", "figure", "ground", "harbour", "invoice", "journey"]


def words(length, rng):
    """Text of so many characters, as people write it: words, and a full stop now and then."""
    made = []
    left = length
    while left > 0:
        word = rng.choice(WORDS) + (". " if rng.random() < 0.1 else " ")
        made.append(word)
        left -= len(word)
    return "".join(made)[:length]


def record(number, rng, text=0):
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
            "source": words(text, rng) if text else rng.choice(SOURCES),
        },
    }
