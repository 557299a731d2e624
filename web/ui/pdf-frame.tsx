import { useEffect, useState } from 'react'
import { cx } from './cx.ts'
import { Loading, Skeleton } from './skeleton.tsx'

type PdfFrameProps = {
  /** Undefined while it is loading. */
  content: Blob | undefined
  title: string
  className?: string
}

/** A PDF that the page has fetched, in the browser's own viewer. Ask `navigator.pdfViewerEnabled` first. */
export function PdfFrame({ content, title, className = 'h-120' }: PdfFrameProps) {
  const url = useObjectUrl(content)
  if (!url) {
    return (
      <Loading>
        <Skeleton className={className} />
      </Loading>
    )
  }
  return (
    <iframe
      src={`${url}#toolbar=0&navpanes=0&view=FitH`}
      title={title}
      className={cx('w-full rounded border border-hairline', className)}
    />
  )
}

/** The content's address in this page, as long as it is shown. A PDF, whatever else it might look like. */
function useObjectUrl(content: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!content) return
    const created = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }))
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [content])
  return url
}
