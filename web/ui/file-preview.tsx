import { Eye, EyeOff } from 'lucide-react'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { viewOf } from '#core/uploaded-file.ts'
import { Button } from './button.tsx'
import { Loading, Skeleton } from './skeleton.tsx'

const PdfPages = lazy(async () => ({ default: (await import('./pdf-pages.tsx')).PdfPages }))

interface FilePreviewProps {
  file: { name: string; type: string }
  url: string
}

/** A picture or a PDF in the page, loaded once it is in sight. Nothing for any other file. */
export function FilePreview({ file, url }: FilePreviewProps) {
  const [hasFailed, setFailed] = useState(false)
  const fail = useCallback(() => setFailed(true), [])
  const frame = useRef<HTMLDivElement>(null)
  const isInSight = useInSight(frame)
  const view = viewOf(file.type)
  if (view === null) return null
  if (hasFailed) {
    return <p className="text-meta text-muted">{file.name} cannot be shown here. Download it instead.</p>
  }
  return (
    <div ref={frame} className="min-h-24 min-w-0 noscript:hidden">
      {view === 'picture' && isInSight && (
        <img
          src={url}
          alt={file.name}
          referrerPolicy="no-referrer"
          onError={fail}
          className="max-h-[75dvh] max-w-full rounded border border-hairline bg-plate"
        />
      )}
      {view === 'pdf' && isInSight && (
        <Suspense fallback={<PreviewLoading />}>
          <PdfPages url={url} title={file.name} onFail={fail} />
        </Suspense>
      )}
    </div>
  )
}

function PreviewLoading() {
  return (
    <Loading>
      <Skeleton className="h-96" />
    </Loading>
  )
}

/** Stays true once the element has been in sight. */
function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setInSight(true),
      { rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}

/** A preview that opens on request. */
export function PreviewToggle({ file, url }: FilePreviewProps) {
  const [isOpen, setOpen] = useState(false)
  if (viewOf(file.type) === null) return null
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2.5 self-start"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <EyeOff aria-hidden /> : <Eye aria-hidden />} {isOpen ? 'Hide preview' : 'Preview'}
        <span className="sr-only"> of {file.name}</span>
      </Button>
      {isOpen && <FilePreview file={file} url={url} />}
    </>
  )
}
