module assay/kit/protobuf

go 1.25

require (
	assay/kit v0.0.0
	google.golang.org/protobuf v1.36.12
)

replace assay/kit => ..
