import { useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { IfMatch } from '#core/endpoint.ts'
import { savedIn } from '#web/data/version-conflict.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

/** Compares a form's fields when the record was changed elsewhere. */
export interface Comparison<Input extends z.ZodType<FieldValues, FieldValues>, Saved> {
  /** Parses the current record in a conflict response. */
  record: z.ZodType<Saved>
  input: Input
  toForm(saved: Saved): z.input<Input>
  onUseSaved?(saved: Saved): void
  /** Formats a value that is not empty. `saved` is null for what the user typed. */
  fields: { [Name in keyof z.output<Input>]?: ComparedField<z.output<Input>[Name], Saved> }
}

interface ComparedField<Value, Saved> {
  label: string
  text?(value: NonNullable<Value>, saved: Saved | null): string
}

export interface Difference {
  label: string
  yours: string
  saved: string
}

/**
 * Saves a form with the version it was opened with. If the record was changed elsewhere, `panel` shows both sides and
 * lets the user keep editing or use the saved values.
 */
export function useConflict<
  Input extends z.ZodType<FieldValues, FieldValues>,
  Saved extends { version: number },
>(
  form: UseFormReturn<z.input<Input>, unknown, z.input<Input>>,
  opened: Saved | undefined,
  comparison: Comparison<Input, Saved>,
) {
  const [base, setBase] = useState<IfMatch>(opened?.version ?? null)
  const [accepted, setAccepted] = useState<Saved | null>(null)
  const [conflict, setConflict] = useState<{ saved: Saved; differences: Difference[] } | null>(null)

  /** Throws when the server refuses, as `send` does. */
  async function save<Result>(
    entered: z.input<Input>,
    send: (ifMatch: IfMatch) => Promise<Result>,
  ): Promise<Result> {
    try {
      const result = await send(base)
      setConflict(null)
      return result
    } catch (error) {
      const saved = savedIn(error, comparison.record)
      if (!saved) throw error
      setBase(saved.version)
      const differences = differencesOf(comparison, entered, saved)
      // The response to an earlier save was lost: the saved values are the ones typed.
      if (differences.length === 0) return send(saved.version)
      setConflict({ saved, differences })
      throw error
    }
  }

  function acceptSaved(saved: Saved) {
    form.reset(comparison.toForm(saved) as DefaultValues<z.input<Input>>)
    comparison.onUseSaved?.(saved)
    setAccepted(saved)
    setConflict(null)
  }

  const panel = conflict && (
    <ConflictPanel
      differences={conflict.differences}
      onKeep={() => setConflict(null)}
      onUseSaved={() => acceptSaved(conflict.saved)}
    />
  )
  /** After a save, a form that stays open is based on the new version. */
  const rebase = ({ version }: Saved) => setBase(version)
  return { save, panel, accepted, rebase }
}

/** The fields whose saved values differ from what was typed. */
export function differencesOf<Input extends z.ZodType<FieldValues, FieldValues>, Saved>(
  { input, toForm, fields }: Comparison<Input, Saved>,
  entered: z.input<Input>,
  saved: Saved,
): Difference[] {
  const [mine, theirs] = [read(input, entered), read(input, toForm(saved))]
  return Object.entries<ComparedField<unknown, Saved> | undefined>(fields).flatMap(([name, field]) => {
    const [value, other] = [mine[name], theirs[name]]
    if (!field || isSame(value, other)) return []
    const text = (one: unknown, of: Saved | null) =>
      isEmpty(one) ? 'Empty' : (field.text ?? plainText)(one, of)
    return [{ label: field.label, yours: text(value, null), saved: text(other, saved) }]
  })
}

/** Lists are compared by what they contain. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other))

/** Compared as the server stores it, so trailing spaces do not count. */
const read = (input: z.ZodType<FieldValues, FieldValues>, values: FieldValues): FieldValues =>
  input.safeParse(values).data ?? values

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

const plainText = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)

interface ConflictPanelProps {
  differences: Difference[]
  onKeep(): void
  onUseSaved(): void
}

/** The typed values next to the saved ones. */
export function ConflictPanel({ differences, onKeep, onUseSaved }: ConflictPanelProps) {
  return (
    <div ref={reveal}>
      <Alert live tone="warning" title="This was changed elsewhere while you were editing">
        <div className="mt-2 flex flex-col gap-3">
          {differences.map(({ label, yours, saved }) => (
            <dl key={label} className="grid grid-cols-2 gap-x-4">
              <dt className="col-span-2 font-medium">{label}</dt>
              <Side name="Your version">{yours}</Side>
              <Side name="Saved version">{saved}</Side>
            </dl>
          ))}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={onKeep}>
              Keep editing
            </Button>
            <Button size="sm" onClick={onUseSaved}>
              Use saved version
            </Button>
          </div>
        </div>
      </Alert>
    </div>
  )
}

/** A long form may be scrolled to its end when it is saved. */
const reveal = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' })

function Side({ name, children }: { name: string; children: string }) {
  return (
    <dd className="min-w-0">
      <span className="block text-micro text-muted">{name}</span>
      <span className="line-clamp-6 whitespace-pre-wrap wrap-anywhere">{children}</span>
    </dd>
  )
}
