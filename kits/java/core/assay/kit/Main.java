package assay.kit;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * A contestant's process: one request line in, one reply line out, until {@code bye} or the end of
 * the input.
 */
public final class Main {
    /** The kit's version, which is the null contestant's. */
    static final String VERSION = "1";

    private Main() {}

    /** {@code args}: the name of the adapter's class. */
    public static void main(String[] args) throws IOException {
        serve(args, name -> new Session(new AdapterClass(name)));
    }

    /** Answers requests and ends the process. {@code args}: the name of the contestant's class. */
    public static void serve(String[] args, Function<String, Conversation> conversations)
            throws IOException {
        if (args.length != 1) {
            System.err.println("usage: java MAIN_CLASS CONTESTANTS_CLASS");
            System.exit(2);
        }
        InputStream requests = new BufferedInputStream(new FileInputStream(FileDescriptor.in));
        OutputStream replies = new FileOutputStream(FileDescriptor.out);
        // From here on a library that prints or reads cannot come between the lab and the kit.
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());

        Conversation conversation = conversations.apply(args[0]);
        while (!conversation.ended()) {
            byte[] line = readLine(requests);
            if (line == null) {
                break;
            }
            replies.write((reply(conversation, line) + "\n").getBytes(StandardCharsets.UTF_8));
            replies.flush();
        }
        System.exit(0); // not just return: a library's threads must not keep the process
    }

    private static JsonObject reply(Conversation conversation, byte[] line) {
        try {
            return Json.object().add("ok", conversation.answer(Request.parse(line)));
        } catch (Refusal refusal) {
            if (refusal.getCause() != null) {
                refusal.printStackTrace();
            }
            return error(refusal);
        } catch (Throwable e) {
            // Errors too: a stack overflow in a library costs one request, not the process.
            e.printStackTrace();
            return error(Refusal.failed("unexpected", e));
        }
    }

    private static JsonObject error(Refusal refusal) {
        JsonObject content =
                Json.object().add("kind", refusal.kind()).add("message", refusal.line());
        return Json.object().add("error", content);
    }

    /** The next line without its end, or null at the end of the input. */
    private static byte[] readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int b = in.read();
        if (b < 0) {
            return null;
        }
        while (b >= 0 && b != '\n') {
            line.write(b);
            b = in.read();
        }
        return line.toByteArray();
    }
}
