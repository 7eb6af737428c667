"""Person: everything follows from the record's number, so that every implementation of this benchmark agrees."""


def record(number, rng):
    return {
        "name": f"Person_{number}",
        "age": 20 + number % 60,
        "email": f"person{number}@example.com" if number % 3 == 0 else None,
        "phone_numbers": [f"+1-555-{number * 10 + j:04d}" for j in range(1 + number % 3)],
    }
