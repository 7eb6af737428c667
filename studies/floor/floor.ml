(* The smallest loop that calls one unknown function for each record and has what comes back made: no kit written in
   OCaml can cost less. Each line of input is a number of passes; each line of output how long they took. *)

let nothing _ = Bytes.empty

let pass operation (records : unit array) =
  for i = 0 to Array.length records - 1 do
    ignore (Sys.opaque_identity (operation (Array.unsafe_get records i)))
  done

let () =
  let records = Array.make (int_of_string Sys.argv.(1)) () in
  let operation = Sys.opaque_identity nothing in
  try
    while true do
      let passes = int_of_string (input_line stdin) in
      let start = Unix.gettimeofday () in
      for _ = 1 to passes do
        pass operation records
      done;
      Printf.printf "%.0f\n%!" ((Unix.gettimeofday () -. start) *. 1e9)
    done
  with End_of_file -> ()
