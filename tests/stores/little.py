"""The honest little store that the planted cheats change in one point each: a dict, and a file with the whole of it."""

import json
import os

SYNCED = ("D2", "D3")


class Store:
    library = "little"
    version = "1"

    def __init__(self, setting):
        self.setting = setting

    def open(self, folder, create):
        self.path = folder / "documents.json"
        self.documents = {} if create else json.loads(self.path.read_bytes())

    def close(self):
        del self.documents

    def commit(self):
        """Write everything, as the class says."""
        if self.setting.durability == "D0":
            return
        with self.path.open("w", encoding="utf-8") as file:
            json.dump(self.documents, file)
            file.flush()
            if self.setting.durability in SYNCED:
                self.sync(file)

    def sync(self, file):
        os.fsync(file.fileno())

    def put(self, pairs):
        for some in self.setting.commits(pairs):
            self.documents.update((key, self.setting.dump(document).decode()) for key, document in some)
            self.commit()

    update = put

    def delete(self, keys):
        for some in self.setting.commits(keys):
            for key in some:
                del self.documents[key]
            self.commit()

    def flush(self):
        """Each commit has written already."""

    def scan(self):
        return (self.setting.load(text.encode()) for text in self.documents.values())

    def get(self, key):
        text = self.documents.get(key)
        return None if text is None else self.setting.load(text.encode())
