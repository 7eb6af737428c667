// The source of Apache Fory that library.cpp leaves out.
#include <fory/serialization/type_resolver.cc>
