//! The parts of values: fields, items, entries, variants.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::blocks::Block;
use crate::error::{DataClass, Fault, Outcome, Step, Within, fault};
use crate::serde::names::{Field, Part};
use crate::serde::read::{Reader, ValueReader};

/// The fields of a record, for a type that has the same ones in the same order.
pub(super) struct InOrder<'r, 'p, 'b> {
    pub(super) reader: &'r mut Reader<'p, 'b>,
    pub(super) due: &'p [Field],
}

impl InOrder<'_, '_, '_> {
    #[inline]
    pub(super) fn finish(self) -> Outcome<()> {
        match self.due {
            [] => Ok(()),
            [field, ..] => no_field(field),
        }
    }
}

impl<'b> SeqAccess<'b> for InOrder<'_, '_, 'b> {
    type Error = Box<Fault>;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'b>>(&mut self, seed: T) -> Outcome<Option<T::Value>> {
        let [field, due @ ..] = self.due else { return Ok(None) };
        self.due = due;
        self.reader.part(seed, &field.part, || field_step(field)).map(Some)
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.due.len())
    }
}

#[cold]
#[inline(never)]
fn no_field<T>(field: &Field) -> Outcome<T> {
    fault(DataClass::TypeMismatch, None, format!("the type has no field {:?}", &*field.name))
}

fn field_step(field: &Field) -> Step {
    Step::Field(String::from(&*field.name))
}

/// The fields of a record as the entries of a map.
pub(super) struct ByName<'r, 'p, 'b> {
    pub(super) reader: &'r mut Reader<'p, 'b>,
    pub(super) due: &'p [Field],
}

impl ByName<'_, '_, '_> {
    /// Reads over what the type did not ask for.
    #[inline]
    pub(super) fn skip_rest(self) -> Outcome<()> {
        for field in self.due {
            self.reader.skip(field.part.node).within(|| field_step(field))?;
        }
        Ok(())
    }
}

impl<'b> MapAccess<'b> for ByName<'_, '_, 'b> {
    type Error = Box<Fault>;

    #[inline]
    fn next_key_seed<T: DeserializeSeed<'b>>(&mut self, seed: T) -> Outcome<Option<T::Value>> {
        let [field, ..] = self.due else { return Ok(None) };
        seed.deserialize(Key(StrDeserializer::new(&field.name))).map(Some)
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'b>>(&mut self, seed: T) -> Outcome<T::Value> {
        let [field, due @ ..] = self.due else { return fault(DataClass::TypeMismatch, None, "no field is left") };
        self.due = due;
        self.reader.part(seed, &field.part, || field_step(field))
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.due.len())
    }
}

/// A key, which a type may wrap as it may any other text.
struct Key<D>(D);

impl<'b, D: Deserializer<'b, Error = Box<Fault>>> Deserializer<'b> for Key<D> {
    type Error = Box<Fault>;

    #[inline]
    fn deserialize_any<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.0.deserialize_any(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        visitor.visit_some(self)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'b>>(self, _: &'static str, visitor: V) -> Outcome<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'b>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Outcome<V::Value> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        <V: Visitor<'b>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// The items or entries of an array or a map, block by block.
struct Parts {
    /// How few bytes each has.
    least: u32,
    block: Option<Block>,
    /// How many are left in it.
    left: u64,
    ended: bool,
}

impl Parts {
    #[inline]
    fn new(least: u32) -> Parts {
        Parts { least, block: None, left: 0, ended: false }
    }

    /// Whether there is one more.
    #[inline]
    fn next(&mut self, reader: &mut Reader<'_, '_>) -> Outcome<bool> {
        if self.left == 0 && !self.begin(reader)? {
            return Ok(false);
        }
        self.left -= 1;
        Ok(true)
    }

    #[inline]
    fn begin(&mut self, reader: &mut Reader<'_, '_>) -> Outcome<bool> {
        if self.ended {
            return Ok(false);
        }
        if let Some(block) = &self.block {
            reader.scan.end(block)?;
        }
        self.block = reader.scan.block(self.least)?;
        self.left = self.block.as_ref().map_or(0, |block| block.count);
        self.ended = self.block.is_none();
        Ok(!self.ended)
    }

    #[inline]
    fn finish(mut self, reader: &mut Reader<'_, '_>) -> Outcome<()> {
        if !self.ended && self.next(reader)? {
            return fault(DataClass::TypeMismatch, None, "the type has room for fewer items");
        }
        Ok(())
    }

    fn size_hint(&self) -> Option<usize> {
        self.block.as_ref().map(Block::at_once)
    }
}

/// The items of an array.
pub(super) struct Items<'r, 'p, 'b> {
    reader: &'r mut Reader<'p, 'b>,
    part: &'p Part,
    parts: Parts,
    place: usize,
}

impl<'r, 'p, 'b> Items<'r, 'p, 'b> {
    #[inline]
    pub(super) fn new(reader: &'r mut Reader<'p, 'b>, part: u32) -> Self {
        let least = reader.codec.plan.nodes[part as usize].least;
        let part = &reader.names.parts[part as usize];
        Items { reader, part, parts: Parts::new(least), place: 0 }
    }

    #[inline]
    pub(super) fn finish(self) -> Outcome<()> {
        self.parts.finish(self.reader)
    }
}

impl<'b> SeqAccess<'b> for Items<'_, '_, 'b> {
    type Error = Box<Fault>;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'b>>(&mut self, seed: T) -> Outcome<Option<T::Value>> {
        if !self.parts.next(self.reader)? {
            return Ok(None);
        }
        let place = self.place;
        self.place += 1;
        self.reader.part(seed, self.part, move || Step::Item(place)).map(Some)
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.parts.size_hint()
    }
}

/// The entries of a map.
pub(super) struct Entries<'r, 'p, 'b> {
    reader: &'r mut Reader<'p, 'b>,
    part: &'p Part,
    parts: Parts,
    key: &'b str,
}

impl<'r, 'p, 'b> Entries<'r, 'p, 'b> {
    #[inline]
    pub(super) fn new(reader: &'r mut Reader<'p, 'b>, part: u32) -> Self {
        let least = reader.codec.plan.nodes[part as usize].least.saturating_add(1);
        let part = &reader.names.parts[part as usize];
        Entries { reader, part, parts: Parts::new(least), key: "" }
    }

    #[inline]
    pub(super) fn finish(self) -> Outcome<()> {
        self.parts.finish(self.reader)
    }
}

impl<'b> MapAccess<'b> for Entries<'_, '_, 'b> {
    type Error = Box<Fault>;

    #[inline]
    fn next_key_seed<T: DeserializeSeed<'b>>(&mut self, seed: T) -> Outcome<Option<T::Value>> {
        if !self.parts.next(self.reader)? {
            return Ok(None);
        }
        let start = self.reader.scan.input.at();
        self.key = self.reader.scan.borrowed_text()?;
        let key = seed.deserialize(Key(BorrowedStrDeserializer::new(self.key)));
        key.map(Some).or_else(|fault| fault.within_at(Step::Key(String::from(self.key)), start))
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'b>>(&mut self, seed: T) -> Outcome<T::Value> {
        let key = self.key;
        self.reader.part(seed, self.part, || Step::Key(String::from(key)))
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.parts.size_hint()
    }
}

/// The symbol of an enum, as a variant without a value.
pub(super) struct Symbol<'s>(pub(super) &'s str);

impl<'b> EnumAccess<'b> for Symbol<'_> {
    type Error = Box<Fault>;
    type Variant = Unit;

    #[inline]
    fn variant_seed<T: DeserializeSeed<'b>>(self, seed: T) -> Outcome<(T::Value, Unit)> {
        Ok((seed.deserialize(StrDeserializer::<Box<Fault>>::new(self.0))?, Unit))
    }
}

/// That a variant has no value.
pub(super) struct Unit;

impl<'b> VariantAccess<'b> for Unit {
    type Error = Box<Fault>;

    #[inline]
    fn unit_variant(self) -> Outcome<()> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'b>>(self, _: T) -> Outcome<T::Value> {
        Err(Box::<Fault>::invalid_type(Unexpected::UnitVariant, &"a variant with a value"))
    }

    fn tuple_variant<V: Visitor<'b>>(self, _: usize, _: V) -> Outcome<V::Value> {
        Err(Box::<Fault>::invalid_type(Unexpected::UnitVariant, &"a variant with values"))
    }

    fn struct_variant<V: Visitor<'b>>(self, _: &'static [&'static str], _: V) -> Outcome<V::Value> {
        Err(Box::<Fault>::invalid_type(Unexpected::UnitVariant, &"a variant with fields"))
    }
}

/// A branch of a union, as a variant by a name.
pub(super) struct Chosen<'n, 'r, 'p, 'b> {
    pub(super) name: &'n str,
    pub(super) value: ValueReader<'r, 'p, 'b>,
}

impl<'r, 'p, 'b> EnumAccess<'b> for Chosen<'_, 'r, 'p, 'b> {
    type Error = Box<Fault>;
    type Variant = ValueReader<'r, 'p, 'b>;

    #[inline]
    fn variant_seed<T: DeserializeSeed<'b>>(self, seed: T) -> Outcome<(T::Value, ValueReader<'r, 'p, 'b>)> {
        Ok((seed.deserialize(StrDeserializer::<Box<Fault>>::new(self.name))?, self.value))
    }
}

impl<'b> VariantAccess<'b> for ValueReader<'_, '_, 'b> {
    type Error = Box<Fault>;

    #[inline]
    fn unit_variant(self) -> Outcome<()> {
        self.reader.skip(self.part.node)
    }

    #[inline]
    fn newtype_variant_seed<T: DeserializeSeed<'b>>(self, seed: T) -> Outcome<T::Value> {
        seed.deserialize(self)
    }

    #[inline]
    fn tuple_variant<V: Visitor<'b>>(self, length: usize, visitor: V) -> Outcome<V::Value> {
        self.deserialize_tuple(length, visitor)
    }

    #[inline]
    fn struct_variant<V: Visitor<'b>>(self, fields: &'static [&'static str], visitor: V) -> Outcome<V::Value> {
        self.deserialize_struct("", fields, visitor)
    }
}
