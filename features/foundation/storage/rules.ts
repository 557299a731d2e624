import { formatBytes } from '#core/format.ts'
import type { Entitlement } from '#features/foundation/subscription/contract.ts'
import { isPaid } from '#features/foundation/subscription/rules.ts'
import type { StorageUsage } from './contract.ts'

const GIGABYTE = 1024 ** 3

/** Enough to try it out. Anyone can open a demo, and share its files by portal links. */
const DEMO_QUOTA = 50 * 1024 ** 2

export const quotaOf = (entitlement: Entitlement, isDemo: boolean): number =>
  isDemo ? DEMO_QUOTA : (isPaid(entitlement) ? 20 : 1) * GIGABYTE

export const UPLOADS_AT_ONCE = 3

/** Bytes that an account may upload in 24 hours, since replaced and deleted files stay on disk for a month. */
export const dailyLimitOf = (entitlement: Entitlement, isDemo: boolean): number =>
  isDemo ? DEMO_QUOTA : (isPaid(entitlement) ? 5 : 1) * GIGABYTE

/** Green below 80 percent, yellow from there, red when it is full. */
export const storageTone = ({ used_bytes, quota_bytes }: StorageUsage): 'green' | 'yellow' | 'red' =>
  used_bytes >= quota_bytes ? 'red' : used_bytes < quota_bytes * 0.8 ? 'green' : 'yellow'

/** "312 MB of 1 GB used" */
export const usageText = ({ used_bytes, quota_bytes }: StorageUsage): string =>
  `${formatBytes(used_bytes)} of ${formatBytes(quota_bytes)} used`
