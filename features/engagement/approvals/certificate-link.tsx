import { Download, FileCheck } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { ExternalLink, linkStyle } from '#web/ui/text-link.tsx'
import type { Decision } from './contract/decisions.ts'
import { certificatePath } from './rules/decisions.ts'

type CertificateLinkProps = {
  decision: Decision
  /** The address of the decided file, if it is found nowhere else. */
  fileUrl?: string
  className?: string
}

const style = 'inline-flex min-h-6 items-center gap-1.5 touch:min-h-11'

/** Leads to the certificate of a decision, in a new tab, and to the file that was decided on. The IP address is on no certificate. */
export function CertificateLink({ decision, fileUrl, className }: CertificateLinkProps) {
  const { certificate, file, is_file_pending, address } = decision
  return (
    <p className={cx('flex flex-wrap items-center gap-x-4 gap-y-1 text-meta', className)}>
      <ExternalLink href={certificatePath(certificate)} className={style}>
        <FileCheck aria-hidden className="icon-sm" />
        Certificate
      </ExternalLink>
      {fileUrl && is_file_pending && <span className="text-muted">Document is being prepared</span>}
      {fileUrl && file && (
        <a href={fileUrl} download={file.name} className={cx(linkStyle, style)}>
          <Download aria-hidden className="icon-sm" />
          Document as decided
        </a>
      )}
      {address && <span className="wrap-anywhere text-muted">From IP address {address}</span>}
    </p>
  )
}
