import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { getPageLocale } from '#core/format.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { useSession } from '#features/foundation/account/client.ts'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { asIssued, documentOf } from './rules/document.ts'

/** The invoice as a printed page. While it is mounted, nothing else is printed. */
export function InvoicePaper({ invoice }: { invoice: Invoice }) {
  const page = useRef<HTMLElement>(null)
  const session = useSession()
  usePrintedAlone(page, invoice.invoice_number)
  if (session.status !== 'signed-in') return null
  const format = { locale: getPageLocale(), timeZone: session.user.time_zone }
  return createPortal(
    <section ref={page} aria-hidden className="hidden text-ink print:block">
      <InvoiceSheet document={documentOf(asIssued(invoice), format)} />
    </section>,
    document.body,
  )
}

const HIDDEN = 'print:hidden'

/** Hides everything else while printing, and sets the title, which becomes the name of a saved PDF. */
function usePrintedAlone(page: { current: HTMLElement | null }, name: string) {
  useEffect(() => {
    let title = document.title
    let hidden: Element[] = []
    const prepare = () => {
      title = document.title
      document.title = name
      hidden = [...document.body.children].filter((element) => element !== page.current)
      for (const element of hidden) element.classList.add(HIDDEN)
    }
    const restore = () => {
      document.title = title
      for (const element of hidden) element.classList.remove(HIDDEN)
      hidden = []
    }
    addEventListener('beforeprint', prepare)
    addEventListener('afterprint', restore)
    return () => {
      restore()
      removeEventListener('beforeprint', prepare)
      removeEventListener('afterprint', restore)
    }
  }, [page, name])
}
