package benches;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Numbers with commas between them, in every mode that JMH knows. */
@State(Scope.Thread)
public class Text {
    @Param({"10", "100"})
    public int count;

    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public String joined() {
        return IntStream.range(0, count)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
    }

    @Benchmark
    @BenchmarkMode({Mode.Throughput, Mode.SampleTime, Mode.SingleShotTime})
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    public String built() {
        StringBuilder text = new StringBuilder();
        for (int number = 0; number < count; number++) {
            text.append(number).append(',');
        }
        return text.toString();
    }
}
