"""Metrics: strings of printable characters, each field of the length that it has in the streaming benchmark."""

PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))
LENGTHS = {
    "_metricname": 32,
    "clusterid": 10,
    "controller_revision_hash": 16,
    "job": 8,
    "name": 16,
    "physicalstatefulcluster_core_confluent_cloud_name": 5,
    "physicalstatefulcluster_core_confluent_cloud_version": 2,
    "pscVersion": 5,
    "source": 16,
    "stateful_kubernetes_io_pod_name": 8,
    "topic": 40,
    "type": 5,
}


def text(rng, length):
    return "".join(rng.choices(PRINTABLE, k=length))


def record(number, rng):
    metric = {name: text(rng, length) for name, length in LENGTHS.items()}
    return {
        "id": text(rng, 36),
        "source": text(rng, 32),
        "metric": {**metric, "instance": rng.randint(0, 100_000)},
        "value": rng.getrandbits(31),
    }
