package assay.contestant;

import assay.kit.Library;
import assay.kit.avro.AvroModel;
import assay.kit.avro.ReusingAvroAdapter;
import assay.kit.schema.WorkloadSchema;

import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/** Classes that Avro's own generator made from the workload's schema. */
@Library(name = "avro", type = SpecificDatumWriter.class)
public final class AvroSpecific extends ReusingAvroAdapter<SpecificRecord> {
    public AvroSpecific(WorkloadSchema schema) {
        super(AvroModel.specific(schema));
    }
}
