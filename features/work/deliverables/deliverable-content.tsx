import { Download, Link2 } from 'lucide-react'
import { formatBytes } from '#core/format.ts'
import type { FileInfo } from '#core/uploaded-file.ts'
import { PreviewToggle } from '#web/ui/file-preview.tsx'
import { ExternalLink, linkStyle } from '#web/ui/text-link.tsx'

type DeliverableContentProps = { file: FileInfo | null; file_url: string | null }

/** The file to look at and download, or the link to open. */
export function DeliverableContent({ file, file_url }: DeliverableContentProps) {
  if (!file_url) return null
  return (
    <>
      <p className="flex min-w-0 items-center gap-2 text-meta text-muted">
        {file ? (
          <>
            <Download aria-hidden className="icon-sm" />
            <a href={file_url} download={file.name} className={`min-w-0 truncate ${linkStyle}`}>
              {file.name}
            </a>
            <span className="shrink-0">{formatBytes(file.size)}</span>
          </>
        ) : (
          <>
            <Link2 aria-hidden className="icon-sm" />
            <ExternalLink href={file_url} className="relative min-w-0 truncate">
              {file_url}
            </ExternalLink>
          </>
        )}
      </p>
      {file && <PreviewToggle key={file.sha256} file={file} url={file_url} />}
    </>
  )
}
