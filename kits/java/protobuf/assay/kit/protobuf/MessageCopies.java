package assay.kit.protobuf;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies of messages, with the messages within them, as they were before anybody asked for their
 * size: a message keeps it (`memoizedSize`) once it has been encoded. Text and bytes are shared.
 */
public final class MessageCopies {
    private final Map<Descriptor, List<FieldDescriptor>> inner = new HashMap<>();

    public Message copy(Message message) {
        Message.Builder copy = message.toBuilder();
        for (FieldDescriptor field : inner(message.getDescriptorForType())) {
            if (field.isRepeated()) {
                for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
                    Message one = (Message) message.getRepeatedField(field, i);
                    copy.setRepeatedField(field, i, copy(one));
                }
            } else if (message.hasField(field)) {
                copy.setField(field, copy((Message) message.getField(field)));
            }
        }
        return copy.build();
    }

    /** The fields that hold messages. Entries of maps are some only where their values are. */
    private List<FieldDescriptor> inner(Descriptor type) {
        return inner.computeIfAbsent(
                type,
                one -> one.getFields().stream().filter(MessageCopies::holdsMessages).toList());
    }

    private static boolean holdsMessages(FieldDescriptor field) {
        return field.getJavaType() == JavaType.MESSAGE
                && (!field.isMapField()
                        || holdsMessages(field.getMessageType().findFieldByName("value")));
    }
}
