package assay.kit.protobuf;

import com.google.protobuf.Message;

/** Plain classes to messages and back; the lab generates it from the workload's schema. */
public interface Conversion {
    Message toMessage(Object record);

    Object fromMessage(Message message);
}
