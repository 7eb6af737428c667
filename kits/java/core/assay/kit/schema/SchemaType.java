package assay.kit.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A schema, or a part of one: an Avro type with what belongs to it. Recursive schemas are cyclic
 * graphs of these.
 */
public final class SchemaType {
    /**
     * The greatest integer that every language's numbers hold exactly; the lowest is its negative.
     */
    public static final long SAFE_INTEGER = (1L << 53) - 1;

    public final Type type;

    /** The full name of a record, an enum or a fixed; of the others the type's name. */
    public final String name;

    /**
     * Of a record, in order. Filled after the record is made, because fields may be of the record's
     * own type.
     */
    public final List<Field> fields = new ArrayList<>();

    /** Of an enum, in order. */
    public final List<String> symbols;

    /** Of a fixed, in bytes. */
    public final int size;

    /** An array's items or a map's values. */
    public final SchemaType inner;

    /** Of a union, in order. */
    public final List<SchemaType> branches;

    /** Of a union: whether canonical text marks values by their kind. */
    public final boolean marked;

    /** Of a union: the numbers of the branches that a value of a kind may take, in order. */
    private final Map<Kind, List<Integer>> byKind;

    /** A field of a record. */
    public record Field(String name, SchemaType type) {}

    private SchemaType(
            Type type,
            String name,
            List<String> symbols,
            int size,
            SchemaType inner,
            List<SchemaType> branches,
            Map<Kind, List<Integer>> byKind,
            boolean marked) {
        this.type = type;
        this.name = name;
        this.symbols = symbols;
        this.size = size;
        this.inner = inner;
        this.branches = branches;
        this.byKind = byKind;
        this.marked = marked;
    }

    /** Of a type that is not a union. */
    private static SchemaType plain(
            Type type, String name, List<String> symbols, int size, SchemaType inner) {
        return new SchemaType(type, name, symbols, size, inner, List.of(), Map.of(), false);
    }

    static SchemaType primitive(Type type) {
        return plain(type, type.word, List.of(), 0, null);
    }

    static SchemaType enumeration(String name, List<String> symbols) {
        return plain(Type.ENUM, name, symbols, 0, null);
    }

    static SchemaType fixed(String name, int size) {
        return plain(Type.FIXED, name, List.of(), size, null);
    }

    /** An array or a map. */
    static SchemaType collection(Type type, SchemaType inner) {
        return plain(type, type.word, List.of(), 0, inner);
    }

    static SchemaType record(String name) {
        return plain(Type.RECORD, name, List.of(), 0, null);
    }

    /** A record with these fields of this one only, in their order. */
    public SchemaType projection(List<String> names) {
        SchemaType made = record("Projection");
        for (String wanted : names) {
            fields.stream().filter(f -> f.name.equals(wanted)).forEach(made.fields::add);
        }
        return made;
    }

    static SchemaType union(
            List<SchemaType> branches, Map<Kind, List<Integer>> byKind, boolean marked) {
        return new SchemaType(
                Type.UNION, Type.UNION.word, List.of(), 0, null, branches, byKind, marked);
    }

    /**
     * The number of this union's branch that a plain value takes, or -1: the first of the value's
     * kind that it fits. A whole real takes an integer branch where there is one that it fits.
     */
    public int branchOf(Object plain) {
        Kind kind = Kind.of(plain);
        if (kind == null) {
            return -1;
        }
        if (kind == Kind.REAL && isWhole(((Number) plain).doubleValue())) {
            int branch = branchOf(Kind.INTEGER, ((Number) plain).longValue());
            if (branch >= 0) {
                return branch;
            }
        }
        return switch (kind) {
            case INTEGER -> branchOf(kind, ((Number) plain).longValue());
            case RECORD -> branchOf(kind, ((Map<?, ?>) plain).keySet());
            default -> branchOf(kind, plain);
        };
    }

    /**
     * The number of this union's branch that a value takes, or -1. {@code content}: a Long for an
     * integer, the set of the names for a record or a map (which may be either: {@code kind} is
     * then RECORD), else the plain value.
     */
    public int branchOf(Kind kind, Object content) {
        int branch = firstThatFits(kind, content);
        return branch < 0 && kind == Kind.RECORD ? firstThatFits(Kind.MAP, content) : branch;
    }

    private int firstThatFits(Kind kind, Object content) {
        for (int branch : byKind.getOrDefault(kind, List.of())) {
            if (branches.get(branch).fits(content)) {
                return branch;
            }
        }
        return -1;
    }

    private boolean fits(Object content) {
        return switch (type) {
            case INT -> (Long) content == ((Long) content).intValue();
            case ENUM -> symbols.contains(content);
            case FIXED -> ((byte[]) content).length == size;
            case RECORD -> hasExactly((Set<?>) content);
            default -> true;
        };
    }

    private boolean hasExactly(Set<?> names) {
        return names.size() == fields.size()
                && fields.stream().allMatch(f -> names.contains(f.name));
    }

    private static boolean isWhole(double real) {
        boolean negativeZero = real == 0 && 1 / real < 0;
        return real == Math.rint(real) && Math.abs(real) <= SAFE_INTEGER && !negativeZero;
    }
}
