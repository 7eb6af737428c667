//! What values and bytes are made of alike.

use alloc::format;

use ingot_schema::{Logical, Schema, Type};

use super::Resolver;
use super::plan::{Node, Op, Part, UNKNOWN, number};
use crate::error::{DataClass, Outcome, Step, fault, field_name};
use crate::logical::{Checked, check_number, check_text};
use crate::scan::Scan;

impl Resolver {
    pub(super) fn least(&self, part: u32) -> u32 {
        self.passed.nodes[self.plan.nodes[part as usize].writer as usize].least
    }

    pub(super) fn field(&self, node: Node, from: u32) -> Step {
        Step::Field(field_name(&self.writer, node.writer, from as usize))
    }

    pub(super) fn never<T>(&self, node: Node, offset: usize) -> Outcome<T> {
        let word = |schema: &Schema, index: u32| schema.nodes()[index as usize].shape.word();
        let (from, to) = (word(&self.writer, node.writer), word(&self.reader, node.reader));
        let message = format!("the datum has {from}, which the reader's {to} does not hold");
        fault(DataClass::ResolutionDatum, Some(offset), message)
    }

    /// Whether the branch of a union is a union of the same schema, which is a level deeper.
    pub(super) fn is_nested(&self, union: Node, part: u32) -> bool {
        let inner = self.plan.nodes[part as usize].op;
        matches!((union.op, inner), (Op::FromUnion(_), Op::FromUnion(_)) | (Op::IntoUnion(..), Op::IntoUnion(..)))
    }

    /// The pair of the branch that comes next.
    pub(super) fn branch(&self, scan: &mut Scan<'_, '_>, branches: Part) -> Outcome<u32> {
        let start = scan.input.at();
        let parts = branches.of(&self.plan.branches);
        let part = parts[scan.branch(parts.len())? as usize];
        let node = self.plan.nodes[part as usize];
        if matches!(node.op, Op::Never) { self.never(node, start) } else { Ok(part) }
    }

    pub(super) fn symbol(&self, scan: &mut Scan<'_, '_>, symbols: Part) -> Outcome<u32> {
        let start = scan.input.at();
        let symbols = symbols.of(&self.plan.symbols);
        let symbol = scan.symbol(number(symbols.len()))?;
        match symbols[symbol as usize] {
            UNKNOWN => {
                let message =
                    format!("the reader's enum lacks the symbol {symbol} of the writer's, and has no default");
                fault(DataClass::ResolutionDatum, Some(start), message)
            }
            found => Ok(found),
        }
    }

    pub(super) fn symbol_text(&self, scan: &mut Scan<'_, '_>, node: Node, count: u32) -> Outcome<&str> {
        let start = scan.input.at();
        let symbol = scan.symbol(count)?;
        let Type::Enum(one) = &self.writer.nodes()[node.writer as usize].shape else { return Ok("") };
        let text = one.symbols[symbol as usize].as_str();
        if let Some(check) = node.check {
            check_text(check, text, scan.options).at(start)?;
        }
        Ok(text)
    }
}

/// A long that was written as an int.
pub(super) fn long_of_int(scan: &mut Scan<'_, '_>, check: Option<Logical>) -> Outcome<i64> {
    let start = scan.input.at();
    let value = i64::from(scan.int(None)?);
    if let Some(check) = check {
        check_number(check, value, scan.options).at(start)?;
    }
    Ok(value)
}

/// Bytes that were written as a string.
pub(super) fn bytes_of_string<'b>(scan: &mut Scan<'_, 'b>, check: Option<Logical>) -> Outcome<&'b [u8]> {
    let bytes = scan.bytes(check)?;
    if !scan.options.lenient {
        scan.utf8(bytes)?;
    }
    Ok(bytes)
}

/// The nearest float, rounded once.
#[expect(clippy::cast_precision_loss, reason = "the promotion of the specification")]
pub(super) fn nearest(value: i64) -> f32 {
    value as f32
}

/// The nearest double.
#[expect(clippy::cast_precision_loss, reason = "the promotion of the specification")]
pub(super) fn nearest_double(value: i64) -> f64 {
    value as f64
}
