package assay.kit;

import com.eclipsesource.json.JsonObject;

/** The requests of one process, and what it holds between them. */
public interface Conversation {
    /** True after {@code bye}. */
    boolean ended();

    /** The content of the {@code ok} reply. Throws {@link Refusal} for an error reply. */
    JsonObject answer(Request request);
}
