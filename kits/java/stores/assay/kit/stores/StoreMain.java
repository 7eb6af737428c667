package assay.kit.stores;

import assay.kit.Main;

import java.io.IOException;

/** The process of a store: as that of a codec, with the requests of docs/stores.md. */
public final class StoreMain {
    private StoreMain() {}

    /** {@code args}: the name of the store's class. */
    public static void main(String[] args) throws IOException {
        Main.serve(args, name -> new StoreSession(new StoreClass(name)));
    }
}
