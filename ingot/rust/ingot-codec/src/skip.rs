//! Passing over a value by the plan of its writer.

use alloc::string::String;

use ingot_schema::{Logical, Schema};

use crate::error::{Outcome, Step, Within, field_name};
use crate::logical::{Checked, check_text};
use crate::plan::{Op, Plan};
use crate::scan::Scan;

impl Scan<'_, '_> {
    /// Passes over a value. All that it is made of is checked but what its strings hold and what its logical types ask;
    /// the sizes of its blocks have to be right for lenient readers, too, for else they would lead elsewhere.
    pub(crate) fn skip(&mut self, plan: &Plan, schema: &Schema, index: u32) -> Outcome<()> {
        self.pass(plan, schema, index, false)
    }

    /// Passes over a value and checks all of it, strictly.
    pub(crate) fn check(&mut self, plan: &Plan, schema: &Schema, index: u32) -> Outcome<()> {
        self.pass(plan, schema, index, true)
    }

    fn pass(&mut self, plan: &Plan, schema: &Schema, index: u32, whole: bool) -> Outcome<()> {
        let node = plan.nodes[index as usize];
        let check = node.check.filter(|_| whole);
        match node.op {
            Op::Null => {}
            Op::Boolean => drop(self.boolean()?),
            Op::Int => drop(self.int(check)?),
            Op::Long => drop(self.long(check)?),
            Op::Float => drop(self.float()?),
            Op::Double => drop(self.double()?),
            Op::Bytes => drop(self.bytes(check)?),
            Op::String if whole => self.check_string(check)?,
            Op::String => drop(self.input.run()?),
            Op::Fixed(size) => drop(self.fixed(size, check)?),
            Op::Enum(count) => drop(self.symbol(count)?),
            Op::Union(parts) => {
                let branches = plan.parts(parts);
                let part = branches[self.branch(branches.len())? as usize];
                if plan.is_union(part) {
                    self.enter()?;
                    self.pass(plan, schema, part, whole)?;
                    self.leave();
                } else {
                    self.pass(plan, schema, part, whole)?;
                }
            }
            Op::Array(part) => {
                self.enter()?;
                let mut place = 0;
                while let Some(block) = self.sized_block(plan.nodes[part as usize].least)? {
                    for _ in 0..block.count {
                        self.pass(plan, schema, part, whole).within(|| Step::Item(place))?;
                        place += 1;
                    }
                    self.end(&block)?;
                }
                self.leave();
            }
            Op::Map(part) => {
                self.enter()?;
                while let Some(block) = self.sized_block(plan.nodes[part as usize].least.saturating_add(1))? {
                    for _ in 0..block.count {
                        let key = self.input.run()?;
                        if whole {
                            self.utf8(key)?;
                        }
                        let step = || Step::Key(String::from_utf8_lossy(key).into_owned());
                        self.pass(plan, schema, part, whole).within(step)?;
                    }
                    self.end(&block)?;
                }
                self.leave();
            }
            Op::Record(parts) => {
                let parts = plan.parts(parts);
                self.enter_record(node.empty)?;
                for (place, part) in parts.iter().enumerate() {
                    let step = || Step::Field(field_name(schema, index, place));
                    self.pass(plan, schema, *part, whole).within(step)?;
                }
                self.leave();
            }
        }
        Ok(())
    }

    fn check_string(&mut self, check: Option<Logical>) -> Outcome<()> {
        let start = self.input.at();
        let bytes = self.input.run()?;
        let text = self.utf8(bytes)?;
        match check {
            Some(check) => check_text(check, text, self.options).at(start),
            None => Ok(()),
        }
    }
}
