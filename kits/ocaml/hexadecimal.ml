(** Lower-case hexadecimal digits of bytes. *)

let digit number = "0123456789abcdef".[number]

let write bytes =
  String.init (2 * String.length bytes) (fun i ->
      let byte = Char.code bytes.[i / 2] in
      digit (if i land 1 = 0 then byte lsr 4 else byte land 15))

let value = function
  | '0' .. '9' as c -> Char.code c - Char.code '0'
  | 'a' .. 'f' as c -> Char.code c - Char.code 'a' + 10
  | _ -> Errors.misfit "lower-case hexadecimal digits"

(** Raises [Errors.Misfit] where the text is of another form. *)
let read text =
  if String.length text land 1 = 1 then Errors.misfit "an even number of hexadecimal digits";
  String.init (String.length text / 2) (fun i -> Char.chr ((value text.[2 * i] lsl 4) lor value text.[(2 * i) + 1]))
