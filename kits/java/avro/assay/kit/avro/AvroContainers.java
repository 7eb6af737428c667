package assay.kit.avro;

import assay.kit.ContainerSettings;

import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;

/**
 * Avro object container files in memory. The datum writer and reader, the codec's factory and the
 * buffer serve all files; a file has a DataFileWriter or DataFileReader of its own, which cannot be
 * used for two.
 *
 * @param <R> the domain value: what the model makes of records
 */
final class AvroContainers<R> {
    private final Schema schema;
    private final DatumWriter<R> writer;

    /**
     * Not that of single records: each file sets its own schema as the one that was written with.
     */
    private final DatumReader<R> reader;

    private final CodecFactory codec;
    private final int blockBytes;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Throws {@link assay.kit.Refusal} where Avro cannot do the settings. */
    AvroContainers(AvroModel model, ContainerSettings settings) {
        schema = model.schema();
        writer = model.newWriter();
        reader = model.newReader();
        codec = AvroCodecs.codec(settings);
        blockBytes = AvroCodecs.blockBytes(settings);
    }

    byte[] write(List<R> records) throws IOException {
        out.reset();
        try (DataFileWriter<R> file = new DataFileWriter<>(writer)) {
            file.setCodec(codec).setSyncInterval(blockBytes).create(schema, out);
            for (R record : records) {
                file.append(record);
            }
        }
        return out.toByteArray();
    }

    /** The iterator is to be closed. */
    Iterator<R> read(byte[] container) throws IOException {
        return new DataFileReader<>(new SeekableByteArrayInput(container), reader);
    }
}
