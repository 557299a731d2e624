import { ChevronLeft, ChevronRight } from 'lucide-react'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { Skeleton } from './skeleton.tsx'

GlobalWorkerOptions.workerSrc = worker

/** Larger pictures could exhaust the memory of a phone. */
const MAX_PIXELS = 16_000_000

type PdfPagesProps = { url: string; title: string; onFail(): void }

/** A PDF as pictures, one page at a time. Nothing in it runs: no scripts, forms or links. Only what a page needs is loaded. */
export function PdfPages({ url, title, onFail }: PdfPagesProps) {
  const pdf = useDocument(url, onFail)
  const [number, setNumber] = useState(1)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDrawn = useDrawnPage(pdf, number, canvas, onFail)
  const last = pdf?.numPages ?? 1

  return (
    <div className="flex flex-col gap-2">
      {!isDrawn && <Skeleton className="h-96" />}
      <canvas
        ref={canvas}
        role="img"
        aria-label={last > 1 ? `${title}, page ${number} of ${last}` : title}
        className={cx(
          'mx-auto max-h-[75dvh] max-w-full rounded border border-hairline',
          !isDrawn && 'sr-only',
        )}
      />
      {last > 1 && (
        <div className="flex items-center justify-center gap-2 text-meta text-muted tabular-nums">
          <IconButton
            label="Previous page"
            icon={<ChevronLeft />}
            disabled={number === 1}
            onClick={() => setNumber(number - 1)}
          />
          <span aria-live="polite">
            Page {number} of {last}
          </span>
          <IconButton
            label="Next page"
            icon={<ChevronRight />}
            disabled={number === last}
            onClick={() => setNumber(number + 1)}
          />
        </div>
      )}
    </div>
  )
}

function useDocument(url: string, onFail: () => void): PDFDocumentProxy | null {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  useEffect(() => {
    let isLeft = false
    // Compiling WebAssembly would need an exception from the Content-Security-Policy.
    const loading = getDocument({
      url,
      useWasm: false,
      disableAutoFetch: true,
      disableStream: true,
      maxImageSize: MAX_PIXELS,
      verbosity: 0,
    })
    loading.promise.then(
      (loaded) => !isLeft && setPdf(loaded),
      () => !isLeft && onFail(),
    )
    return () => {
      isLeft = true
      void loading.destroy()
    }
  }, [url, onFail])
  return pdf
}

/** Draws a page as sharp as the screen shows it. */
function useDrawnPage(
  pdf: PDFDocumentProxy | null,
  number: number,
  canvas: RefObject<HTMLCanvasElement | null>,
  onFail: () => void,
): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const target = canvas.current
    if (!pdf || !target) return
    let isLeft = false
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (isLeft) return
      const natural = page.getViewport({ scale: 1 })
      const wanted = ((target.parentElement?.clientWidth ?? 600) * devicePixelRatio) / natural.width
      const most = Math.sqrt(MAX_PIXELS / (natural.width * natural.height))
      const viewport = page.getViewport({ scale: Math.min(wanted, most) })
      target.width = Math.floor(viewport.width)
      target.height = Math.floor(viewport.height)
      await page.render({ canvas: target, viewport }).promise
      if (!isLeft) setDrawn(true)
    }
    draw().catch(() => !isLeft && onFail())
    return () => {
      isLeft = true
    }
  }, [pdf, number, canvas, onFail])
  return isDrawn
}
