package assay.contestant;

import assay.kit.Refusal;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Parser;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The message that stands for a Struct, and the way between them; inner Structs have their own. */
final class StructMessage {
    private final Schema schema;
    private final Descriptor descriptor;
    private final List<Column> columns = new ArrayList<>();

    /**
     * A field on both sides; {@code inner} is the message of its values where they are Structs,
     * else null.
     */
    private record Column(Field field, FieldDescriptor own, Schema one, StructMessage inner) {}

    private StructMessage(Schema schema, Descriptor descriptor) {
        this.schema = schema;
        this.descriptor = descriptor;
        for (Field field : schema.fields()) {
            FieldDescriptor own = descriptor.getFields().get(field.index());
            Schema one = one(field.schema());
            boolean struct = one.type() == Schema.Type.STRUCT;
            columns.add(
                    new Column(
                            field,
                            own,
                            one,
                            struct ? new StructMessage(one, own.getMessageType()) : null));
        }
    }

    static StructMessage of(Schema schema) {
        FileDescriptorProto file =
                FileDescriptorProto.newBuilder()
                        .setName("row.proto")
                        .setSyntax("proto3")
                        .addMessageType(message("Row", schema))
                        .build();
        try {
            FileDescriptor made = FileDescriptor.buildFrom(file, new FileDescriptor[0]);
            return new StructMessage(schema, made.getMessageTypes().get(0));
        } catch (DescriptorValidationException e) {
            throw Refusal.failed("making the descriptor", e);
        }
    }

    Parser<DynamicMessage> parser() {
        return DynamicMessage.getDefaultInstance(descriptor).getParserForType();
    }

    DynamicMessage toMessage(Struct struct) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(descriptor);
        for (Column column : columns) {
            Object value = struct.get(column.field);
            if (value instanceof List<?> items) {
                items.forEach(item -> message.addRepeatedField(column.own, toValue(column, item)));
            } else if (value != null) {
                message.setField(column.own, toValue(column, value));
            }
        }
        return message.build();
    }

    Struct toStruct(DynamicMessage message) {
        Struct struct = new Struct(schema);
        for (Column column : columns) {
            if (column.own.isRepeated()) {
                List<Object> items = new ArrayList<>();
                ((List<?>) message.getField(column.own))
                        .forEach(item -> items.add(fromValue(column, item)));
                struct.put(column.field, items);
            } else if (!column.own.hasPresence() || message.hasField(column.own)) {
                struct.put(column.field, fromValue(column, message.getField(column.own)));
            }
        }
        return struct;
    }

    private static Object toValue(Column column, Object value) {
        return switch (column.one.type()) {
            case STRUCT -> column.inner.toMessage((Struct) value);
            case BYTES ->
                    value instanceof ByteBuffer buffer
                            ? ByteString.copyFrom(buffer.duplicate())
                            : ByteString.copyFrom((byte[]) value);
            default -> value;
        };
    }

    private static Object fromValue(Column column, Object value) {
        return switch (column.one.type()) {
            case STRUCT -> column.inner.toStruct((DynamicMessage) value);
            case BYTES -> ((ByteString) value).toByteArray();
            default -> value;
        };
    }

    /** The schema of one value of a field. */
    private static Schema one(Schema schema) {
        return schema.type() == Schema.Type.ARRAY ? schema.valueSchema() : schema;
    }

    private static DescriptorProto message(String name, Schema schema) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
        for (Field field : schema.fields()) {
            Schema one = one(field.schema());
            boolean repeated = one != field.schema();
            if (repeated && (one.isOptional() || field.schema().isOptional())) {
                throw Refusal.unsupported("Protobuf has no null for or in a list: " + field.name());
            }
            FieldDescriptorProto.Builder own =
                    message.addFieldBuilder()
                            .setName(field.name())
                            .setNumber(field.index() + 1)
                            .setLabel(repeated ? Label.LABEL_REPEATED : Label.LABEL_OPTIONAL)
                            .setType(type(field.name(), one));
            if (one.type() == Schema.Type.STRUCT) {
                String inner = "Row" + (field.index() + 1);
                message.addNestedType(message(inner, one));
                own.setTypeName(inner);
            } else if (one.isOptional()) {
                own.setProto3Optional(true).setOneofIndex(message.getOneofDeclCount());
                message.addOneofDecl(OneofDescriptorProto.newBuilder().setName("_" + field.name()));
            }
        }
        return message.build();
    }

    private static Type type(String name, Schema schema) {
        return switch (schema.type()) {
            case BOOLEAN -> Type.TYPE_BOOL;
            case INT32 -> Type.TYPE_INT32;
            case INT64 -> Type.TYPE_INT64;
            case FLOAT32 -> Type.TYPE_FLOAT;
            case FLOAT64 -> Type.TYPE_DOUBLE;
            case STRING -> Type.TYPE_STRING;
            case BYTES -> Type.TYPE_BYTES;
            case STRUCT -> Type.TYPE_MESSAGE;
            default ->
                    throw Refusal.unsupported(
                            "rows with a "
                                    + schema.type().getName()
                                    + " in "
                                    + name
                                    + " have no Protobuf here");
        };
    }
}
