package assay.kit.avro;

import assay.kit.ContainerSettings;
import assay.kit.Refusal;

import org.apache.avro.file.CodecFactory;

/**
 * The settings of a container as Avro takes them. What its documentation rules out is {@code
 * unsupported}.
 */
final class AvroCodecs {
    private static final int MIN_BLOCK = 32;
    private static final int MAX_BLOCK = 1 << 30;

    private AvroCodecs() {}

    static CodecFactory codec(ContainerSettings settings) {
        return switch (settings.compression()) {
            case "null" -> withoutLevel(settings, CodecFactory.nullCodec());
            case "snappy" -> withoutLevel(settings, CodecFactory.snappyCodec());
            case "deflate" ->
                    CodecFactory.deflateCodec(
                            level(settings, 1, 9, CodecFactory.DEFAULT_DEFLATE_LEVEL));
            case "zstandard" ->
                    CodecFactory.zstandardCodec(
                            level(settings, -5, 22, CodecFactory.DEFAULT_ZSTANDARD_LEVEL));
            default -> throw Refusal.unsupported("no codec \"" + settings.compression() + "\"");
        };
    }

    /** Of the sync interval, which is compared with the uncompressed bytes after each record. */
    static int blockBytes(ContainerSettings settings) {
        int bytes = settings.blockBytes();
        if (bytes < MIN_BLOCK || bytes > MAX_BLOCK) {
            throw Refusal.unsupported(
                    "blocks of " + bytes + " bytes; Avro does " + MIN_BLOCK + " to " + MAX_BLOCK);
        }
        return bytes;
    }

    private static CodecFactory withoutLevel(ContainerSettings settings, CodecFactory codec) {
        if (settings.level() != null) {
            throw Refusal.unsupported("the codec " + settings.compression() + " has no levels");
        }
        return codec;
    }

    private static int level(ContainerSettings settings, int minimum, int maximum, int unless) {
        if (settings.level() == null) {
            return unless;
        }
        int level = settings.level();
        if (level < minimum || level > maximum) {
            throw Refusal.unsupported(
                    settings.compression()
                            + " of level "
                            + level
                            + "; Avro does "
                            + minimum
                            + " to "
                            + maximum);
        }
        return level;
    }
}
