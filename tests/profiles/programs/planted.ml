(* At a line of input: four parts of the work in burn, and one in rest. *)
let[@inline never] burn times =
  for i = 1 to times do
    ignore (Sys.opaque_identity i)
  done

let[@inline never] rest times =
  for i = 1 to times do
    ignore (Sys.opaque_identity i)
  done

let () =
  try
    while true do
      ignore (input_line stdin);
      for _ = 1 to 1_000 do
        burn 800_000;
        rest 200_000
      done;
      print_endline "done"
    done
  with End_of_file -> ()
