module assay/contestants/go/protobuf

go 1.25

require (
	assay/kit v0.0.0
	assay/kit/protobuf v0.0.0
	google.golang.org/protobuf v1.36.12
)

tool google.golang.org/protobuf/cmd/protoc-gen-go

replace (
	assay/kit => ../../../kits/go
	assay/kit/protobuf => ../../../kits/go/protobuf
)
