/** A row as `json_agg` and `to_json` return it: instants are text in JSON. */
export type AsJson<Value> = Value extends Date
  ? string
  : Value extends (infer Item)[]
    ? AsJson<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: AsJson<Value[Key]> }
      : Value
