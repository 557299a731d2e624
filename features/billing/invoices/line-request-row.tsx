// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells laid out as blocks lose their roles in some browsers
import { MessageSquareText } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { formatInstantDate } from '#core/format.ts'
import type { LineRequest } from '#features/billing/line-requests/contract.ts'
import { LineRequestAnswer } from '#features/billing/line-requests/line-request-answer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Quote } from '#web/ui/quote.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useExplainLine } from './client.ts'
import type { Invoice } from './contract/invoice.ts'
import { itemTitle } from './rules/items.ts'

type LineRequestRowProps = {
  invoice: Invoice
  request: LineRequest
  columns: number
  /** True if it can be answered. */
  open: boolean
  /** Set if the line itself no longer changes. */
  onCredit: (() => void) | undefined
}

const MAX_LENGTH = 1000

/** Beneath a line: what the client wants changed on it, and the answer. */
export function LineRequestRow({ invoice, request, columns, open, onCredit }: LineRequestRowProps) {
  const [explaining, setExplaining] = useState(false)
  const isOpen = request.answer === null
  return (
    <tr role="row" className="max-md:block">
      <td role="cell" colSpan={columns} className="max-md:block">
        <div className="my-2 flex flex-col gap-2 rounded border border-hairline bg-sunken px-3.5 py-2.5 text-meta">
          <p className="flex flex-wrap items-center gap-x-2 text-muted">
            <MessageSquareText aria-hidden className="icon-sm" />
            <span className="wrap-anywhere">
              {request.client_name} requested a change to “{itemTitle(request.line)}” on{' '}
              <time dateTime={request.requested_at.toISOString()}>
                {formatInstantDate(request.requested_at)}
              </time>
            </span>
          </p>
          <Quote className="text-body">{request.note}</Quote>
          <LineRequestAnswer request={request} invoice={invoice} />
          {open && !explaining && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button size="sm" onClick={() => setExplaining(true)}>
                {isOpen ? 'Explain the line' : request.answer_text ? 'Edit your words' : 'Add a note'}
              </Button>
              {isOpen && onCredit && (
                <Button size="sm" onClick={onCredit}>
                  Credit the line
                </Button>
              )}
              {isOpen && !onCredit && (
                <span className="text-muted">Or edit or delete the line: that answers it too.</span>
              )}
            </div>
          )}
          {open && explaining && (
            <Explanation invoice={invoice} request={request} onDone={() => setExplaining(false)} />
          )}
        </div>
      </td>
    </tr>
  )
}

type ExplanationProps = { invoice: Invoice; request: LineRequest; onDone(): void }

function Explanation({ invoice, request, onDone }: ExplanationProps) {
  const [text, setText] = useState(request.answer_text)
  const explain = useExplainLine(invoice.id)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    explain.mutate({ requestId: request.id, answer_text: text }, { onSuccess: onDone })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <Field label="Your answer" required>
        <Textarea
          rows={2}
          dir="auto"
          autoFocus
          maxLength={MAX_LENGTH}
          value={text}
          readOnly={explain.isPending}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button
          type="submit"
          size="sm"
          variant="primary"
          disabled={text.trim() === ''}
          pending={explain.isPending}
        >
          Save answer
        </Button>
        <Button size="sm" variant="ghost" disabled={explain.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
