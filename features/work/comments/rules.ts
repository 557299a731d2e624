import type { CommentedVersion } from './contract.ts'

/** "Homepage, version 2" */
export const describeVersion = ({ title, version }: Pick<CommentedVersion, 'title' | 'version'>): string =>
  `${title}, version ${version}`

export const commentsLabel = (count: number): string =>
  count === 0 ? 'Comment' : count === 1 ? '1 comment' : `${count} comments`
