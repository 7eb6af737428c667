package assay.kit.measure;

/** FNV-1a, 64 bit. */
final class Fnv {
    private static final long PRIME = 0x100000001b3L;

    private long hash = 0xcbf29ce484222325L;

    static long of(byte[] bytes) {
        Fnv fnv = new Fnv();
        for (byte b : bytes) {
            fnv.add(b);
        }
        return fnv.hash;
    }

    private void add(byte b) {
        hash = (hash ^ (b & 0xff)) * PRIME;
    }

    /** Adds a number as eight bytes, most significant first. */
    void add(long number) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            add((byte) (number >>> shift));
        }
    }

    long hash() {
        return hash;
    }
}
