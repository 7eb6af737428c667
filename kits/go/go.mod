module assay/kit

go 1.25
