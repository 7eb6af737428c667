"""Whether a results document that was made elsewhere can be published: proofs, data, rules, figures, privacy."""
