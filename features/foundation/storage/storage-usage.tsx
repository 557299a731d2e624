import { useQuery } from '@tanstack/react-query'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { storageQuery } from './client.ts'
import { storageTone, usageText } from './rules.ts'

/** The used part of the quota. */
export function StorageUsage() {
  const { data: usage, isPending } = useQuery(storageQuery)
  if (isPending) {
    return (
      <Loading>
        <Skeleton className="h-8" />
      </Loading>
    )
  }
  if (!usage) return <p className="text-meta text-muted">Your storage use could not be loaded.</p>
  return (
    <ProgressBar
      label="Files"
      value={usage.used_bytes}
      max={usage.quota_bytes}
      valueText={usageText(usage)}
      tone={storageTone(usage)}
    />
  )
}
