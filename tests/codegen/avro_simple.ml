(* A stand-in for the library avro-simple, where it is not there: as much of it as generated codecs call, with its names
   and types, writing and reading Avro. *)

module Type_name = struct
  type t = string

  let parse name : t = name
end

module Schema = struct
  type t = Null | Named of Type_name.t | Other | Enum of enum_schema | Union of t list

  and enum_schema = {
    enum_name : Type_name.t;
    symbols : string list;
    enum_doc : string option;
    enum_default : string option;
    enum_aliases : string list;
  }
end

module Output = struct
  type t = Buffer.t

  let write_long out number =
    let rec go rest =
      let low = Int64.to_int (Int64.logand rest 0x7fL) and rest = Int64.shift_right_logical rest 7 in
      Buffer.add_uint8 out (if rest = 0L then low else low lor 0x80);
      if rest <> 0L then go rest
    in
    go (Int64.logxor (Int64.shift_left number 1) (Int64.shift_right number 63))

  let write_int out number = write_long out (Int64.of_int number)
end

module Input = struct
  type t = { text : string; mutable at : int }

  let take inp size =
    let text = String.sub inp.text inp.at size in
    inp.at <- inp.at + size;
    text

  let read_long inp =
    let rec go shift sum =
      let byte = Char.code (take inp 1).[0] in
      let sum = Int64.logor sum (Int64.shift_left (Int64.of_int (byte land 0x7f)) shift) in
      if byte < 0x80 then sum else go (shift + 7) sum
    in
    let number = go 0 0L in
    Int64.logxor (Int64.shift_right_logical number 1) (Int64.neg (Int64.logand number 1L))

  let read_int inp = Int64.to_int (read_long inp)
end

module Codec = struct
  type 'a t = { schema : Schema.t; encode : 'a -> Output.t -> unit; decode : Input.t -> 'a }

  let of_functions encode decode = { schema = Other; encode; decode }
  let null = { schema = Null; encode = (fun () _ -> ()); decode = (fun _ -> ()) }
  let boolean =
    of_functions (fun v out -> Buffer.add_uint8 out (Bool.to_int v)) (fun inp -> Input.take inp 1 = "\001")

  let int = of_functions (fun v out -> Output.write_int out v) Input.read_int
  let long = of_functions (fun v out -> Output.write_long out v) Input.read_long

  let float =
    of_functions
      (fun v out -> Buffer.add_int32_le out (Int32.bits_of_float v))
      (fun inp -> Int32.float_of_bits (String.get_int32_le (Input.take inp 4) 0))

  let double =
    of_functions
      (fun v out -> Buffer.add_int64_le out (Int64.bits_of_float v))
      (fun inp -> Int64.float_of_bits (String.get_int64_le (Input.take inp 8) 0))

  let string =
    of_functions
      (fun v out -> Output.write_int out (String.length v); Buffer.add_string out v)
      (fun inp -> Input.take inp (Input.read_int inp))

  let bytes =
    of_functions
      (fun v -> string.encode (Bytes.to_string v))
      (fun inp -> Bytes.of_string (string.decode inp))

  let fixed ?name size =
    {
      schema = Option.fold ~none:Schema.Other ~some:(fun name -> Schema.Named name) name;
      encode = (fun v out -> Buffer.add_bytes out v);
      decode = (fun inp -> Bytes.of_string (Input.take inp size));
    }

  let list item =
    let rec blocks inp =
      match Input.read_int inp with
      | 0 -> []
      | count ->
          let read = List.init count (fun _ -> item.decode inp) in
          read @ blocks inp
    in
    let encode values out =
      if values <> [] then Output.write_int out (List.length values);
      List.iter (fun value -> item.encode value out) values;
      Output.write_int out 0
    in
    of_functions encode blocks

  let array item =
    let items = list item in
    of_functions (fun v -> items.encode (Array.to_list v)) (fun inp -> Array.of_list (items.decode inp))

  let pair item =
    let decode inp =
      let key = string.decode inp in
      (key, item.decode inp)
    in
    of_functions (fun (key, value) out -> string.encode key out; item.encode value out) decode

  let map item = list (pair item)

  let option item =
    let encode v out =
      Output.write_int out (if v = None then 0 else 1);
      Option.iter (fun v -> item.encode v out) v
    in
    of_functions encode (fun inp -> if Input.read_int inp = 0 then None else Some (item.decode inp))

  type ('record, 'constructor) builder = {
    type_name : Type_name.t;
    write : 'record -> Output.t -> unit;
    read : Input.t -> 'constructor;
  }

  let record type_name constructor = { type_name; write = (fun _ _ -> ()); read = (fun _ -> constructor) }

  let field (_ : string) item get builder =
    let read inp =
      let constructor = builder.read inp in
      constructor (item.decode inp)
    in
    { builder with write = (fun v out -> builder.write v out; item.encode (get v) out); read }

  let finish builder = { schema = Named builder.type_name; encode = builder.write; decode = builder.read }

  let encode_to_bytes codec value =
    let out = Buffer.create 64 in
    codec.encode value out;
    Buffer.to_bytes out

  let decode_from_bytes codec bytes = codec.decode { Input.text = Bytes.to_string bytes; at = 0 }
end
