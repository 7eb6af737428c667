package assay.contestant;

import assay.kit.Library;
import assay.kit.Refusal;
import assay.kit.avro.AvroModel;
import assay.kit.avro.ReusingAvroAdapter;
import assay.kit.schema.WorkloadSchema;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;

import java.lang.reflect.Method;

/**
 * Classes that Avro's own generator made from the workload's schema, which code their fields
 * themselves, in customEncode and customDecode. Avro goes past these without a word where one of
 * several conditions does not hold; so all of them are looked at.
 */
@Library(name = "avro", type = SpecificDatumWriter.class)
public final class AvroSpecificCustomCoders extends ReusingAvroAdapter<SpecificRecord> {
    public AvroSpecificCustomCoders(WorkloadSchema schema) {
        super(requireCustomCoders(AvroModel.specific(schema)));
    }

    private static AvroModel requireCustomCoders(AvroModel model) {
        SpecificData data = (SpecificData) model.data();
        if (!data.useCustomCoders()) {
            throw Refusal.failed(
                    "custom coders are off: -Dorg.apache.avro.specific.use_custom_coders=true is"
                            + " missing");
        }
        // The fast reader reads records field by field, whatever their classes offer.
        if (data.isFastReaderEnabled()) {
            throw Refusal.failed(
                    "Avro's fast reader is on and calls no customDecode: "
                            + "-Dorg.apache.avro.fastread=false is missing");
        }
        if (!hasCustomCoders(data, model.schema())) {
            throw Refusal.unsupported(
                    "hasCustomCoders() is false for "
                            + model.schema().getFullName()
                            + ": Avro generates custom coders only where all unions are of null and"
                            + " one other type");
        }
        return model;
    }

    /** A class has them only if those of all records within it have them too. */
    private static boolean hasCustomCoders(SpecificData data, Schema schema) {
        try {
            Method method = SpecificRecordBase.class.getDeclaredMethod("hasCustomCoders");
            method.setAccessible(true); // protected: Avro's own writers and readers ask it
            return (boolean) method.invoke(data.newRecord(null, schema));
        } catch (ReflectiveOperationException e) {
            throw Refusal.failed("asking for custom coders", e);
        }
    }
}
