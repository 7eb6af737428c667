package assay.kit.protobuf;

import com.google.protobuf.AbstractMessage;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sizes that messages keep (`memoizedSize`) once they have been encoded. The library has no
 * call that forgets them; a message that was never encoded has the size below.
 */
public final class KeptSizes {
    private static final int UNKNOWN = -1;
    private static final VarHandle SIZE = size();

    private final Map<Descriptor, List<FieldDescriptor>> inner = new HashMap<>();

    private static VarHandle size() {
        try {
            return MethodHandles.privateLookupIn(AbstractMessage.class, MethodHandles.lookup())
                    .findVarHandle(AbstractMessage.class, "memoizedSize", int.class);
        } catch (ReflectiveOperationException error) {
            throw new ExceptionInInitializerError(error);
        }
    }

    /** Makes the message, and those within it, as they were before they were encoded. */
    public void forget(Message message) {
        SIZE.set((AbstractMessage) message, UNKNOWN);
        for (FieldDescriptor field : inner(message.getDescriptorForType())) {
            if (field.isRepeated()) {
                for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
                    forget((Message) message.getRepeatedField(field, i));
                }
            } else if (message.hasField(field)) {
                forget((Message) message.getField(field));
            }
        }
    }

    /** The fields that hold messages. Entries of maps are some only where their values are. */
    private List<FieldDescriptor> inner(Descriptor type) {
        return inner.computeIfAbsent(
                type, one -> one.getFields().stream().filter(KeptSizes::holdsMessages).toList());
    }

    private static boolean holdsMessages(FieldDescriptor field) {
        return field.getJavaType() == JavaType.MESSAGE
                && (!field.isMapField()
                        || holdsMessages(field.getMessageType().findFieldByName("value")));
    }
}
