import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PdfFrame } from '#web/ui/pdf-frame.tsx'
import { pdfQuery, useDownloadPdf } from './client.ts'

/** The invoice as the mail carries it, where the browser can show it; elsewhere to be downloaded. */
export function PdfPreview({ invoice }: { invoice: Invoice }) {
  return navigator.pdfViewerEnabled ? <ShownPdf invoice={invoice} /> : <DownloadPdf id={invoice.id} />
}

function ShownPdf({ invoice }: { invoice: Invoice }) {
  const { data, isError, refetch } = useQuery(pdfQuery(invoice))
  if (isError) return <LoadFailed what="The PDF" retry={() => void refetch()} />
  return <PdfFrame content={data} title={`${invoice.invoice_number} as PDF`} />
}

function DownloadPdf({ id }: { id: number }) {
  const download = useDownloadPdf(id)
  return (
    <div className="flex flex-col items-start gap-3 rounded border border-hairline bg-surface p-5">
      <p className="text-muted">This browser does not show PDFs in a page.</p>
      <Button onClick={() => download.mutate()} pending={download.isPending}>
        <Download aria-hidden /> Download PDF
      </Button>
    </div>
  )
}
