package assay.kit.stores;

import java.util.List;

/** A store that is asked for the documents of several keys at once, for a batch. */
public interface ManyStore extends Store {
    List<Object> getMany(List<String> keys) throws Exception;
}
