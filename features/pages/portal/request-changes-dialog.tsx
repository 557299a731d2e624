import { useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { itemTitle } from '#features/billing/invoices/rules/items.ts'
import type { LineRequestInput } from '#features/billing/line-requests/contract.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { PortalInvoiceDetail } from './contract/invoices.ts'
import { FeedbackField, QuestionDialog, type QuestionDialogProps } from './decision-dialog.tsx'

const MAX_NOTE_LENGTH = 1000

/** The client's request for changes: of the whole invoice, or of the marked lines. */
export interface RequestedChanges {
  text: string
  lines: LineRequestInput[]
}

type RequestChangesDialogProps = Omit<
  QuestionDialogProps,
  'title' | 'submit' | 'incomplete' | 'onSubmit' | 'children'
> & {
  invoice: PortalInvoiceDetail
  onSubmit(changes: RequestedChanges): void
}

/** Both are kept when the dialog closes, as a stray touch must not discard a page of feedback. */
export function RequestChangesDialog({ invoice, onSubmit, ...props }: RequestChangesDialogProps) {
  const [text, setText] = useState('')
  const [notes, setNotes] = useState<ReadonlyMap<number, string>>(new Map())
  const lines = invoice.items.flatMap(({ id }) => {
    const note = notes.get(id)
    return note === undefined ? [] : [{ item_id: id, note: note.trim() }]
  })
  const change = (itemId: number, note: string | undefined) => {
    const next = new Map(notes)
    if (note === undefined) next.delete(itemId)
    else next.set(itemId, note)
    setNotes(next)
  }
  const isComplete = lines.length > 0 ? lines.every(({ note }) => note !== '') : text.trim() !== ''
  return (
    <QuestionDialog
      {...props}
      title="Request Changes"
      submit="Submit Feedback"
      incomplete={!isComplete}
      onSubmit={() => onSubmit({ text, lines })}
    >
      <FeedbackField text={text} onChange={setText} required={lines.length === 0} readOnly={props.pending} />
      {invoice.items.length > 0 && (
        <fieldset>
          <legend className="text-meta font-medium">Only some lines</legend>
          <p className="mt-0.5 text-meta text-muted">
            Mark what should be changed. You agree to the lines that you do not mark.
          </p>
          <ul className="mt-2 flex flex-col gap-1">
            {invoice.items.map((item) => {
              const note = notes.get(item.id)
              return (
                <li key={item.id}>
                  <Checkbox
                    className="w-full wrap-anywhere"
                    label={<span dir="auto">{itemTitle(item)}</span>}
                    hint={formatMoney(item.amount, invoice.currency)}
                    checked={note !== undefined}
                    disabled={props.pending}
                    onChange={({ currentTarget }) => change(item.id, currentTarget.checked ? '' : undefined)}
                  />
                  {note !== undefined && (
                    <Field
                      label={`What should be changed on “${itemTitle(item)}”?`}
                      required
                      className="mt-1 mb-2 ml-6.5"
                    >
                      <Textarea
                        rows={2}
                        dir="auto"
                        autoFocus
                        maxLength={MAX_NOTE_LENGTH}
                        value={note}
                        readOnly={props.pending}
                        onChange={({ currentTarget }) => change(item.id, currentTarget.value)}
                      />
                    </Field>
                  )}
                </li>
              )
            })}
          </ul>
        </fieldset>
      )}
    </QuestionDialog>
  )
}
