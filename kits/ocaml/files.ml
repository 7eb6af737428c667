(** Reading and writing the contract's files. *)

open Errors

let read key path =
  try
    let channel = open_in_bin path in
    Fun.protect
      ~finally:(fun () -> close_in_noerr channel)
      (fun () -> really_input_string channel (in_channel_length channel))
  with Sys_error message -> bad_input "%s: %s" key message

let write path write_all =
  try
    let channel = open_out_bin path in
    Fun.protect ~finally:(fun () -> close_out_noerr channel) (fun () -> write_all channel)
  with Sys_error message -> bad_input "output: %s" message

let text key path =
  let text = read key path in
  if not (Utf8.is_valid text) then bad_input "%s: %s is not UTF-8" key path;
  text

(** The lines of a canonical JSON lines file, of which there must be [count]. *)
let lines path count =
  let text = text "records" path in
  let lines = List.rev (String.split_on_char '\n' text) in
  match lines with
  | "" :: lines when List.length lines = count -> List.rev lines
  | "" :: lines -> bad_input "records: %s holds %d records, not %d" path (List.length lines) count
  | _ -> bad_input "records: the last line of %s has no end" path

(** The byte strings of a framed file, of which there must be [count]. *)
let frames path count =
  let data = read "encoded" path in
  let length = String.length data in
  let rec from at frames =
    if at = length then List.rev frames
    else if at + 4 > length then bad_input "encoded: %s is cut short" path
    else
      let size = Int32.to_int (String.get_int32_le data at) land 0xffffffff in
      if at + 4 + size > length then bad_input "encoded: %s is cut short" path;
      from (at + 4 + size) (Bytes.of_string (String.sub data (at + 4) size) :: frames)
  in
  let frames = Array.of_list (from 0 []) in
  if Array.length frames <> count then
    bad_input "encoded: %s holds %d frames, not %d" path (Array.length frames) count;
  frames

let write_frame channel text =
  let size = Bytes.create 4 in
  Bytes.set_int32_le size 0 (Int32.of_int (String.length text));
  output_bytes channel size;
  output_string channel text
