import { Download, Eye, EyeOff, Link2 } from 'lucide-react'
import { formatBytes } from '#core/format.ts'
import { viewOf } from '#core/uploaded-file.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ExternalLink, linkStyle } from '#web/ui/text-link.tsx'
import type { Deliverable } from './contract.ts'

type FileCellProps = {
  deliverable: Pick<Deliverable, 'file' | 'file_url'>
  isPreviewing: boolean
  onPreview(next: boolean): void
}

/** The file to download and look at, or the link to open, in the line of its deliverable. */
export function FileCell({ deliverable: { file, file_url }, isPreviewing, onPreview }: FileCellProps) {
  if (!file_url) return <span className="max-xl:hidden" />
  if (!file)
    return (
      <p className="flex min-w-0 items-center gap-1.5 text-meta text-muted max-xl:order-last">
        <Link2 aria-hidden className="icon-sm shrink-0" />
        <ExternalLink href={file_url} className="relative min-w-0 truncate touch:py-3">
          {file_url.replace(/^https?:\/\//, '')}
        </ExternalLink>
      </p>
    )
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-meta text-muted max-xl:order-last">
      <Download aria-hidden className="icon-sm shrink-0" />
      <a
        href={file_url}
        download={file.name}
        className={`relative min-w-0 truncate touch:py-3 ${linkStyle}`}
        title={file.name}
      >
        {file.name}
      </a>
      <span className="shrink-0 text-faint xl:hidden">{formatBytes(file.size)}</span>
      {viewOf(file.type) !== null && (
        <IconButton
          size="sm"
          label={`${isPreviewing ? 'Hide preview' : 'Preview'} of ${file.name}`}
          icon={isPreviewing ? <EyeOff /> : <Eye />}
          aria-expanded={isPreviewing}
          onClick={() => onPreview(!isPreviewing)}
        />
      )}
    </p>
  )
}
