import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { pdfQuery, useDownloadPdf } from './client.ts'
import type { Invoice } from './contract.ts'

/** The invoice as the mail carries it, where the browser can show it; elsewhere to be downloaded. */
export function PdfPreview({ invoice }: { invoice: Invoice }) {
  return navigator.pdfViewerEnabled ? <ShownPdf invoice={invoice} /> : <DownloadPdf id={invoice.id} />
}

function ShownPdf({ invoice }: { invoice: Invoice }) {
  const { data, isError, refetch } = useQuery(pdfQuery(invoice))
  const url = useObjectUrl(data)
  if (isError) return <LoadFailed what="The PDF" retry={() => void refetch()} />
  if (!url) {
    return (
      <Loading>
        <Skeleton className="h-120" />
      </Loading>
    )
  }
  return (
    <iframe
      src={`${url}#toolbar=0&navpanes=0&view=FitH`}
      title={`${invoice.invoice_number} as PDF`}
      className="h-120 w-full rounded border border-hairline"
    />
  )
}

/** The content's address in this page, as long as it is shown. */
function useObjectUrl(content: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!content) return
    const created = URL.createObjectURL(content)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [content])
  return url
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
