import { useMemo } from 'react'
import { InvoiceSheet } from '#features/billing/documents/invoice-sheet.tsx'
import { type Draft, draftDocument } from './rules/draft.ts'

/** The invoice as the client will see it. */
export function DraftPreview({ draft }: { draft: Draft }) {
  const document = useMemo(() => draftDocument(draft), [draft])
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be reachable by keyboard
      tabIndex={0}
      aria-label={`Preview of ${document.number}`}
      className="scheme-light overflow-auto rounded border border-hairline bg-surface p-4 text-ink sm:p-6 lg:max-h-[calc(100dvh-9rem)] xl:p-8"
    >
      <div className="xl:[zoom:0.8]">
        <InvoiceSheet document={document} />
      </div>
    </section>
  )
}
