package assay.kit.measure;

import org.openjdk.jmh.infra.Blackhole;

/** JMH's Blackhole outside JMH's harness. {@link Canary} checks that it does its duty there. */
public final class Holes {
    private Holes() {}

    public static Blackhole make() {
        return new Blackhole(
                "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");
    }
}
