module assay/floor

go 1.25
