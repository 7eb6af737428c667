/** At a line of input: four parts of the work in burn, and one in rest. */
class Planted {
    static volatile double sink;

    static void burn(int times) {
        for (int i = 0; i < times; i++) sink = sink * 0.5 + 1;
    }

    static void rest(int times) {
        for (int i = 0; i < times; i++) sink = sink * 0.5 + 1;
    }

    public static void main(String[] arguments) throws Exception {
        var lines = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
        while (lines.readLine() != null) {
            for (int i = 0; i < 1_000; i++) {
                burn(80_000);
                rest(20_000);
            }
            System.out.println("done");
        }
    }
}
