import { Quote } from '#web/ui/quote.tsx'
import type { LineRequest } from './contract.ts'
import { lineChange } from './rules.ts'

type LineRequestAnswerProps = { request: LineRequest; invoice: Parameters<typeof lineChange>[1] }

/** The difference to the line that the client saw, and the freelancer's answer. Empty until it is answered. */
export function LineRequestAnswer({ request, invoice }: LineRequestAnswerProps) {
  const { before, after } = lineChange(request, invoice)
  if (request.answer === null) return null
  return (
    <div className="flex flex-col gap-1 wrap-anywhere whitespace-pre-line">
      {after === before ? (
        <p className="font-medium">{request.answer === 'credited' ? 'Credited' : 'Not changed'}</p>
      ) : (
        <>
          <p className="text-muted">
            <span className="sr-only">Before: </span>
            <del>{before}</del>
          </p>
          <p className="font-medium">
            {after === null ? (
              'Removed'
            ) : (
              <ins className="no-underline">
                <span className="sr-only">Now: </span>
                {after}
              </ins>
            )}
          </p>
        </>
      )}
      {request.answer_text && <Quote>{request.answer_text}</Quote>}
    </div>
  )
}
