// Apache Fory's sources, but for one that has names in common with these: the library is compiled with the contestant's
// flags.
#include <fory/meta/meta_string.cc>
#include <fory/serialization/compatible_scalar.cc>
#include <fory/serialization/context.cc>
#include <fory/serialization/skip.cc>
#include <fory/thirdparty/MurmurHash3.cc>
#include <fory/util/buffer.cc>
#include <fory/util/error.cc>
#include <fory/util/float16.cc>
#include <fory/util/logging.cc>
#include <fory/util/stream.cc>
#include <fory/util/string_util.cc>
#include <fory/util/time_util.cc>
