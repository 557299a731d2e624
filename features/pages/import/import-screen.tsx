import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { countOf } from '#core/format.ts'
import { hasCode } from '#web/data/api-error.ts'
import { failureOf } from '#web/data/list.ts'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { importQuery, useRefreshWhenDone } from './client.ts'
import type { Import } from './contract.ts'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportSettings } from './import-settings.tsx'
import { formatLabel } from './rules/labels.ts'

/** One import: its columns and preview, then its progress, then its result. */
export function ImportScreen() {
  const id = Number(useParams().id)
  const query = useQuery(importQuery(id))
  useRefreshWhenDone(query.data?.status)
  if (query.error && hasCode(query.error, 'not_found')) return <NotFoundScreen />
  const failure = failureOf(query)
  if (failure) return <LoadFailed what="This import" {...failure} />
  if (!query.data) {
    return (
      <Loading>
        <Skeleton className="h-8 w-60" />
      </Loading>
    )
  }
  return (
    <div className="max-w-5xl">
      <PageHeader
        back={<BackLink to="/import">Import</BackLink>}
        title={query.data.file_name}
        description={describe(query.data)}
      />
      <Stage import={query.data} />
    </div>
  )
}

function describe({ format, row_count }: Import): string {
  const rows = countOf(row_count, 'row', 'rows')
  return format === 'other' ? rows : `${formatLabel[format]} · ${rows}`
}

function Stage({ import: one }: { import: Import }) {
  switch (one.status) {
    case 'prepared':
      return (
        <div className="flex flex-col gap-6">
          <ImportSettings import={one} />
          <ImportPreview import={one} />
        </div>
      )
    case 'importing':
    case 'undoing':
      return <ImportProgress import={one} />
    default:
      return <ImportResult import={one} />
  }
}
