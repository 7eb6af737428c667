(** Whether a text is UTF-8, which OCaml's strings do not promise. *)

let is_valid text =
  let length = String.length text in
  let byte at = Char.code (String.unsafe_get text at) in
  let continues at = at < length && byte at land 0xc0 = 0x80 in
  (* The second byte is bounded where the first alone would allow overlong forms, surrogates or too large numbers. *)
  let second at low high = at < length && byte at >= low && byte at <= high in
  let rec from at =
    at = length
    ||
    match byte at with
    | b when b < 0x80 -> from (at + 1)
    | b when b >= 0xc2 && b <= 0xdf -> continues (at + 1) && from (at + 2)
    | b when b >= 0xe0 && b <= 0xef ->
        let low = if b = 0xe0 then 0xa0 else 0x80 and high = if b = 0xed then 0x9f else 0xbf in
        second (at + 1) low high && continues (at + 2) && from (at + 3)
    | b when b >= 0xf0 && b <= 0xf4 ->
        let low = if b = 0xf0 then 0x90 else 0x80 and high = if b = 0xf4 then 0x8f else 0xbf in
        second (at + 1) low high && continues (at + 2) && continues (at + 3) && from (at + 4)
    | _ -> false
  in
  from 0
