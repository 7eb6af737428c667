(** What an adapter is. *)

(** Of the containers that are written. [level] is the codec's own, [None] where it has none. *)
type settings = { compression : string; level : int option; block_bytes : int }

(** For libraries whose deflate has this level and no way to set another. Raises [Errors.Unsupported]. *)
let expect_deflate_level only settings =
  if settings.compression = "deflate" && Option.value settings.level ~default:only <> only then
    Errors.unsupported "deflate has the level %d only" only

(** Container files of certain settings: all records to the bytes of one, the caller's own; and back, every record handed
    to the function when it is read. *)
type 'record container = { write : 'record array -> bytes; read : bytes -> ('record -> unit) -> unit }

module type S = sig
  (** The adapter, made once for a schema. *)
  type t

  (** The domain value. *)
  type record

  (** The package's name. *)
  val library : string

  (** Its version: of the library that the program is built with. *)
  val version : string

  (** Takes the schema, as the kit has it and as Avro's JSON text. Raises [Errors.Unsupported] where the library cannot
      do it. *)
  val create : Schema.t -> string -> t

  (** Plain value to domain value and back, outside the clock. *)
  val of_plain : t -> Plain.t -> record

  val to_plain : t -> record -> Plain.t

  (** Fresh bytes, and a fresh record, of the caller's own. *)
  val encode : t -> record -> bytes

  val decode : t -> bytes -> record

  (** Makes ready what container files need, where the library has them; the time counts as setting up. Raises
      [Errors.Unsupported]. *)
  val containers : (t -> settings -> record container) option
end
