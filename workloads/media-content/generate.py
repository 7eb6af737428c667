"""Media content: the object of the classic JVM serializer benchmarks, its content varying from record to record."""


def title(rng, what, number):
    return f"{what} {number}" if rng.random() < 0.75 else None


def record(number, rng):
    has_bitrate = rng.random() < 0.5
    media = {
        "uri": f"media://host{rng.randint(1, 40)}/keynote-{number}.mpg",
        "title": title(rng, "Keynote", number),
        "width": rng.choice([320, 640, 1280, 1920]),
        "height": rng.choice([240, 480, 720, 1080]),
        "format": rng.choice(["video/mpg4", "video/webm", "video/ogg"]),
        "duration": rng.randint(60_000, 36_000_000),
        "size": rng.randint(1_000_000, 5_000_000_000),
        "bitrate": rng.randint(64, 8_000) * 1_000 if has_bitrate else 0,
        "has_bitrate": has_bitrate,
        "persons": [f"Person {rng.randint(1, 5_000)}" for _ in range(rng.randint(1, 3))],
        "player": rng.choice(["JAVA", "FLASH"]),
        "copyright": "none" if rng.random() < 0.5 else f"(c) Studio {rng.randint(1, 90)}",
    }
    images = [
        {
            "uri": f"image://host{rng.randint(1, 40)}/keynote-{number}-{place}.jpg",
            "title": title(rng, "Picture", number),
            "width": rng.choice([320, 1024]),
            "height": rng.choice([240, 768]),
            "size": rng.choice(["SMALL", "LARGE"]),
            "media": None,
        }
        for place in range(rng.randint(1, 3))
    ]
    return {"media": media, "images": images}
