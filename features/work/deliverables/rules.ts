import type { Deliverable, DeliverableStatus, DeliverableVersion } from './contract.ts'

type Content = Pick<Deliverable, 'title' | 'description' | 'link_url' | 'file'>

export const sameContent = (one: Content, other: Content): boolean =>
  one.title === other.title &&
  one.description === other.description &&
  one.link_url === other.link_url &&
  one.file?.sha256 === other.file?.sha256 &&
  one.file?.name === other.file?.name

export const hasChanges = (working: Content, last: Content | undefined): boolean =>
  last === undefined || !sameContent(working, last)

/** Without changes it may be submitted again only to a client who requested changes, or who has not seen it. */
export const maySubmit = (
  { status, has_changes }: Pick<Deliverable, 'status' | 'has_changes'>,
  isNewToClient: boolean,
): boolean => status === 'draft' || status === 'rejected' || has_changes || isNewToClient

/** Decisions are kept, together with what was decided on. */
export const mayDelete = (versions: Pick<DeliverableVersion, 'decision'>[]): boolean =>
  versions.every(({ decision }) => decision === null)

export const statusLabel: Record<DeliverableStatus, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Changes requested',
}
