import { ChevronRight } from 'lucide-react'
import { PreviewToggle } from '#web/ui/file-preview.tsx'
import { Instant } from '#web/ui/instant.tsx'
import type { PortalDeliverableVersion } from './contract/projects.ts'
import { DecisionLine } from './decision-line.tsx'
import { DownloadLink, describeFile } from './download-link.tsx'
import { VersionComments } from './version-comments.tsx'

type Place = { token: string; projectId: number; deliverableId: number }
type EarlierVersionsProps = Place & { versions: PortalDeliverableVersion[] }

/** Earlier submitted versions with the client's decisions. */
export function EarlierVersions({ versions, ...place }: EarlierVersionsProps) {
  if (versions.length === 0) return null
  return (
    <details className="group border-t border-hairline">
      <summary className="flex min-h-11 list-none items-center gap-1.5 rounded px-5 py-2 text-meta font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="icon transition-transform group-open:rotate-90" />
        {versions.length === 1 ? '1 earlier version' : `${versions.length} earlier versions`}
      </summary>
      <ol className="flex flex-col gap-5 px-5 pt-2 pb-5">
        {versions.map((version) => (
          <Version key={version.version} version={version} {...place} />
        ))}
      </ol>
    </details>
  )
}

function Version({ version, ...place }: Place & { version: PortalDeliverableVersion }) {
  return (
    <li className="border-l-2 border-hairline pl-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          <span className="font-medium">Version {version.version}</span>
          <span className="text-meta text-muted">
            {' · submitted '}
            <Instant at={version.submitted_at} />
          </span>
          {describeFile(version) && (
            <span className="block text-meta wrap-anywhere text-faint">{describeFile(version)}</span>
          )}
        </p>
        <DownloadLink of={version} small />
      </div>
      {version.file && version.file_url && <PreviewToggle file={version.file} url={version.file_url} />}
      {version.decision && (
        <div className="mt-2">
          <DecisionLine decision={version.decision} />
        </div>
      )}
      <div className="mt-2">
        <VersionComments {...place} version={version} />
      </div>
    </li>
  )
}
