package assay.kit.protobuf;

import assay.kit.schema.SchemaType;
import assay.kit.schema.Type;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Plain values to and from messages, by their descriptors; this is never timed. A message's fields
 * stand in the order of the schema; what no field can have stands in a message of its own, as
 * docs/formats.md says.
 */
public final class MessageValues {
    /** The fields of the entries of a map. */
    private static final int KEY = 1;

    private static final int VALUE = 2;

    private MessageValues() {}

    /** A message of the type of {@code empty}, which stands for the whole record. */
    public static Message fromPlain(SchemaType type, Message empty, Object plain) {
        Message.Builder message = empty.newBuilderForType();
        if (isMessage(type)) {
            fill(message, type, plain);
        } else {
            FieldDescriptor field = field(message, 0);
            message.setField(field, value(message, field, type, plain));
        }
        return message.build();
    }

    /** The plain value of a message that stands for the whole record. */
    public static Object toPlain(SchemaType type, Message message) {
        return isMessage(type)
                ? plain(type, message)
                : plainValue(type, message.getField(field(message, 0)));
    }

    private static void fill(Message.Builder message, SchemaType type, Object plain) {
        switch (type.type) {
            case RECORD -> {
                for (int i = 0; i < type.fields.size(); i++) {
                    SchemaType.Field field = type.fields.get(i);
                    place(
                            message,
                            field(message, i),
                            field.type(),
                            ((Map<?, ?>) plain).get(field.name()));
                }
            }
            case UNION -> {
                int branch = type.branchOf(plain);
                if (orNull(type) != null) {
                    place(message, field(message, 0), type, plain);
                } else if (type.branches.get(branch).type != Type.NULL) {
                    FieldDescriptor field = field(message, fieldOf(type, branch));
                    message.setField(
                            field, value(message, field, type.branches.get(branch), plain));
                }
            }
            case NULL -> {}
            default -> place(message, field(message, 0), type, plain);
        }
    }

    /** A whole value as a field of a message: repeated, map, optional or single. */
    private static void place(
            Message.Builder message, FieldDescriptor field, SchemaType type, Object plain) {
        SchemaType other = orNull(type);
        if (type.type == Type.ARRAY) {
            ((List<?>) plain)
                    .forEach(
                            item ->
                                    message.addRepeatedField(
                                            field, value(message, field, type.inner, item)));
        } else if (type.type == Type.MAP) {
            ((Map<?, ?>) plain)
                    .forEach(
                            (key, item) -> {
                                Message.Builder entry = message.newBuilderForField(field);
                                FieldDescriptor content =
                                        field.getMessageType().findFieldByNumber(VALUE);
                                entry.setField(field.getMessageType().findFieldByNumber(KEY), key);
                                entry.setField(content, value(entry, content, type.inner, item));
                                message.addRepeatedField(field, entry.build());
                            });
        } else if (other == null && type.type != Type.NULL || plain != null) {
            message.setField(field, value(message, field, other == null ? type : other, plain));
        }
    }

    /** One value of a field. */
    private static Object value(
            Message.Builder message, FieldDescriptor field, SchemaType type, Object plain) {
        if (isMessage(type)) {
            Message.Builder inner = message.newBuilderForField(field);
            fill(inner, type, plain);
            return inner.build();
        }
        return switch (type.type) {
            case BYTES, FIXED -> ByteString.copyFrom((byte[]) plain);
            case ENUM -> field.getEnumType().findValueByNumber(type.symbols.indexOf(plain));
            default -> plain;
        };
    }

    private static Object plain(SchemaType type, Message message) {
        switch (type.type) {
            case RECORD -> {
                Map<String, Object> record = new LinkedHashMap<>();
                for (int i = 0; i < type.fields.size(); i++) {
                    SchemaType.Field field = type.fields.get(i);
                    record.put(field.name(), placed(field.type(), message, field(message, i)));
                }
                return record;
            }
            case UNION -> {
                if (orNull(type) != null) {
                    return placed(type, message, field(message, 0));
                }
                for (int i = 0; i < type.branches.size(); i++) {
                    SchemaType branch = type.branches.get(i);
                    if (branch.type != Type.NULL
                            && message.hasField(field(message, fieldOf(type, i)))) {
                        return plainValue(
                                branch, message.getField(field(message, fieldOf(type, i))));
                    }
                }
                return null;
            }
            case NULL -> {
                return null;
            }
            default -> {
                return placed(type, message, field(message, 0));
            }
        }
    }

    private static Object placed(SchemaType type, Message message, FieldDescriptor field) {
        if (type.type == Type.ARRAY) {
            List<Object> list = new ArrayList<>();
            ((List<?>) message.getField(field))
                    .forEach(item -> list.add(plainValue(type.inner, item)));
            return list;
        } else if (type.type == Type.MAP) {
            Map<String, Object> map = new LinkedHashMap<>();
            ((List<?>) message.getField(field))
                    .forEach(
                            item -> {
                                Message entry = (Message) item;
                                map.put(
                                        (String)
                                                entry.getField(
                                                        field.getMessageType()
                                                                .findFieldByNumber(KEY)),
                                        plainValue(
                                                type.inner,
                                                entry.getField(
                                                        field.getMessageType()
                                                                .findFieldByNumber(VALUE))));
                            });
            return map;
        }
        SchemaType other = orNull(type);
        if (other != null) {
            return message.hasField(field) ? plainValue(other, message.getField(field)) : null;
        }
        return plainValue(type, message.getField(field));
    }

    private static Object plainValue(SchemaType type, Object value) {
        return isMessage(type)
                ? plain(type, (Message) value)
                : switch (type.type) {
                    case BYTES, FIXED -> ((ByteString) value).toByteArray();
                    case ENUM -> type.symbols.get(((EnumValueDescriptor) value).getNumber());
                    default -> value;
                };
    }

    private static FieldDescriptor field(com.google.protobuf.MessageOrBuilder message, int index) {
        return message.getDescriptorForType().findFieldByNumber(index + 1);
    }

    /** The index of the field of a union's branch: null has none. */
    private static int fieldOf(SchemaType union, int branch) {
        return branch
                - (int)
                        union.branches.subList(0, branch).stream()
                                .filter(b -> b.type == Type.NULL)
                                .count();
    }

    /** Whether one value of the type is a message. */
    private static boolean isMessage(SchemaType type) {
        return switch (type.type) {
            case NULL, ARRAY, MAP, RECORD, UNION -> true;
            default -> false;
        };
    }

    /** The other branch of a union of null and one other type, else null. */
    private static SchemaType orNull(SchemaType type) {
        if (type.type != Type.UNION || type.branches.size() != 2) {
            return null;
        }
        List<SchemaType> others = type.branches.stream().filter(b -> b.type != Type.NULL).toList();
        return others.size() == 1 ? others.get(0) : null;
    }
}
