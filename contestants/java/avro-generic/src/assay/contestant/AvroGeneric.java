package assay.contestant;

import assay.kit.Library;
import assay.kit.avro.AvroModel;
import assay.kit.avro.ReusingAvroAdapter;
import assay.kit.schema.WorkloadSchema;

import org.apache.avro.generic.GenericDatumWriter;

/**
 * Avro's generic data model: a record is a GenericRecord, its fields looked up by the schema at run
 * time.
 */
@Library(name = "avro", type = GenericDatumWriter.class)
public final class AvroGeneric extends ReusingAvroAdapter<Object> {
    public AvroGeneric(WorkloadSchema schema) {
        super(AvroModel.generic(schema));
    }
}
