package assay.kit;

import java.nio.file.Path;

/**
 * The files of one record set.
 *
 * @param records canonical JSON lines
 * @param encoded framed bytes of the contestant's format; null where the contestant is to encode
 *     the records itself
 * @param container a container file; null where no container is asked for
 * @param count the number of records
 */
public record RecordFiles(Path records, Path encoded, Path container, int count) {}
