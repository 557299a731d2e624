import { Download, ExternalLink } from 'lucide-react'
import { formatBytes } from '#core/format.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import type { PortalDeliverableVersion } from './contract/projects.ts'

type DownloadLinkProps = {
  of: Pick<PortalDeliverableVersion, 'title' | 'version' | 'file' | 'file_url'>
  small?: boolean
}

/** An uploaded file, or a link to another site, which opens in a new tab without a referrer. */
export function DownloadLink({ of, small = false }: DownloadLinkProps) {
  if (!of.file_url) return null
  const elsewhere = of.file === null
  return (
    <a
      href={of.file_url}
      referrerPolicy="no-referrer"
      rel="noopener noreferrer"
      {...(elsewhere ? { target: '_blank' } : { download: of.file?.name })}
      className={buttonStyle('secondary', small ? 'sm' : 'md')}
    >
      {elsewhere ? <ExternalLink aria-hidden /> : <Download aria-hidden />}
      Download
      <span className="sr-only">
        {` ${of.title}, version ${of.version}${elsewhere ? ' (opens in a new tab)' : ''}`}
      </span>
    </a>
  )
}

/** "brand-guide.pdf, 2.4 MB", or the host of the link. */
export function describeFile({
  file,
  file_url,
}: Pick<PortalDeliverableVersion, 'file' | 'file_url'>): string {
  if (file) return `${file.name}, ${formatBytes(file.size)}`
  return file_url ? (URL.parse(file_url)?.host ?? '') : ''
}
