interface Field {
  name: string
  /** Under which key its source has it. */
  from: string | number
  make(value: unknown): unknown
  /** Where the source has null, it is null. */
  nullStays?: boolean
}

/**
 * What makes an object of these fields, as if it had been written by hand. Rows have many fields and come by the
 * hundred: a loop over names would hide from the engine which shape they have and what reads each field.
 */
export function writtenOut(fields: Field[]): (source: object) => Record<string, unknown> {
  const lines = fields.map(({ name, from, nullStays }, index) => {
    const [key, value] = [JSON.stringify(name), `source[${JSON.stringify(from)}]`]
    const made = `make${index}(${value})`
    return `[${key}]: ${nullStays ? `${value} === null ? null : ${made}` : made}`
  })
  const makers = fields.map((_, index) => `make${index}`)
  return new Function(...makers, `return (source) => ({ ${lines.join(', ')} })`)(
    ...fields.map(({ make }) => make),
  )
}
