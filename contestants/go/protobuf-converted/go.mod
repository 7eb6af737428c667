module assay/contestants/go/protobuf-converted

go 1.25

require (
	assay/kit v0.0.0
	google.golang.org/protobuf v1.36.12
)

tool google.golang.org/protobuf/cmd/protoc-gen-go

replace assay/kit => ../../../kits/go
