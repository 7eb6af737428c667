package assay.kit;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that a request names. Whatever is wrong with one is {@code bad_input}, and the message
 * names it.
 */
public final class InputFiles {
    private static final int HEADER = 4;

    private InputFiles() {}

    /** {@code key}: that of the request which names the file. */
    public static String text(String key, Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw Refusal.badInput(key + ": " + unreadable(path, e).getMessage());
        }
    }

    /** The lines of a file that must have {@code count} of them. */
    static List<String> lines(Path path, int count) {
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(path)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            throw unreadable(path, e);
        }
        requireCount(path, lines.size(), count);
        return lines;
    }

    static byte[] bytes(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /** The contents of a file of framed bytes, {@code count} of them. */
    public static byte[][] frames(Path path, int count) {
        ByteBuffer file = ByteBuffer.wrap(bytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> frames = new ArrayList<>();
        while (file.hasRemaining()) {
            long length = file.remaining() < HEADER ? -1 : Integer.toUnsignedLong(file.getInt());
            if (length < 0 || length > file.remaining()) {
                throw Refusal.badInput(path + ": ends within frame " + frames.size());
            }
            byte[] frame = new byte[(int) length];
            file.get(frame);
            frames.add(frame);
        }
        requireCount(path, frames.size(), count);
        return frames.toArray(new byte[0][]);
    }

    /** One frame: the length in four bytes, least significant first, and the bytes. */
    public static byte[] frame(byte[] bytes) {
        return ByteBuffer.allocate(HEADER + bytes.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    public static Refusal unreadable(Path path, IOException e) {
        String reason = e instanceof CharacterCodingException ? "not UTF-8" : Refusal.describe(e);
        return Refusal.badInput(path + ": " + reason);
    }

    private static void requireCount(Path path, int found, int count) {
        if (found != count) {
            throw Refusal.badInput(path + ": has " + found + " records, not " + count);
        }
    }
}
