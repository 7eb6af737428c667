module assay/contestants/go/vtprotobuf

go 1.25

require (
	assay/kit v0.0.0
	assay/kit/protobuf v0.0.0
)

require (
	github.com/planetscale/vtprotobuf v0.6.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)

tool (
	github.com/planetscale/vtprotobuf/cmd/protoc-gen-go-vtproto
	google.golang.org/protobuf/cmd/protoc-gen-go
)

replace (
	assay/kit => ../../../kits/go
	assay/kit/protobuf => ../../../kits/go/protobuf
)
