package assay.contestant;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** Much to inline, so that compiling it takes longer than a request and its reply. */
public final class Work implements IntUnaryOperator {
    private final Map<String, Integer> numbers = new HashMap<>();

    @Override
    public int applyAsInt(int seed) {
        StringBuilder text = new StringBuilder();
        text.append(seed).append('-').append(seed * 31L).append(seed % 2 == 0 ? "even" : "odd");
        String key = text.substring(0, Math.min(3, text.length()));
        numbers.merge(key, seed, Integer::sum);
        numbers.computeIfAbsent(text.reverse().substring(0, 2), String::length);
        return numbers.getOrDefault(key, 0) + text.toString().hashCode();
    }
}
