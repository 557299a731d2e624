import type { z } from 'zod'

/** The fields of a record that the input has too, as the record has them. */
export function fieldsOf<Shape extends z.ZodRawShape, Saved extends object>(
  { shape }: z.ZodObject<Shape>,
  saved: Saved,
): Pick<Saved, keyof Shape & keyof Saved> {
  const fields = Object.entries(saved).filter(([name]) => name in shape)
  return Object.fromEntries(fields) as Pick<Saved, keyof Shape & keyof Saved>
}
