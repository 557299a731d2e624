import { truncate, truncateName } from '#core/text.ts'

/** A submitted version of a deliverable, or a comment. */
export interface News {
  project: { id: number; name: string }
  deliverable: { title: string; version: number } | null
  comment: {
    author: string
    content: string
    /** Unless it is on the project. */
    deliverable: { title: string; version: number } | null
  } | null
}

/** News within this time of the first are one mail. */
export const DIGEST_MILLISECONDS = 600_000

const MAX_PARAGRAPHS = 20
const MAX_COMMENT_LENGTH = 1000

export interface NewsMail {
  subject: string
  heading: string
  paragraphs: string[]
  button: string
  /** The project that all of it is about; null if there are several. */
  projectId: number | null
}

/** Composes the email about a client's news, at least one. */
export function composeNews(news: News[]): NewsMail {
  const [first] = news
  const isOneProject = news.every(({ project }) => project.id === first?.project.id)
  const where = isOneProject && first ? truncateName(first.project.name) : 'your projects'
  const deliverables = news.flatMap(({ deliverable }) => deliverable ?? [])
  const comments = news.flatMap(({ comment }) => comment ?? [])
  const left = news.length - MAX_PARAGRAPHS
  return {
    ...titleOf(deliverables, comments.length, where),
    paragraphs: [
      ...news.slice(0, MAX_PARAGRAPHS).map((item) => describe(item, isOneProject)),
      ...(left > 0 ? [`And ${left} more.`] : []),
    ],
    button: deliverables.length > 0 ? 'Review in your portal' : 'Read and answer',
    projectId: isOneProject && first ? first.project.id : null,
  }
}

function titleOf(
  deliverables: { title: string }[],
  comments: number,
  where: string,
): Pick<NewsMail, 'subject' | 'heading'> {
  const [deliverable] = deliverables
  if (!deliverable) {
    const subject = comments === 1 ? `New comment on ${where}` : `${comments} new comments on ${where}`
    return { subject, heading: subject }
  }
  if (comments > 0) return { subject: `Updates on ${where}`, heading: `Updates on ${where}` }
  if (deliverables.length > 1) {
    return {
      subject: `${deliverables.length} deliverables for your approval: ${where}`,
      heading: `${deliverables.length} deliverables are ready for your approval`,
    }
  }
  const title = truncateName(deliverable.title)
  return { subject: `For your approval: ${title}`, heading: `${title} is ready for your approval` }
}

function describe({ project, deliverable, comment }: News, isOneProject: boolean): string {
  if (comment) {
    const content = truncate(comment.content, MAX_COMMENT_LENGTH)
    const about = comment.deliverable
      ? `“${truncateName(comment.deliverable.title)}”, version ${comment.deliverable.version}`
      : truncateName(project.name)
    return `${comment.author} wrote about ${about}:\n${content}`
  }
  if (!deliverable) return ''
  const version = deliverable.version > 1 ? `, version ${deliverable.version},` : ''
  const where = isOneProject ? '' : ` for ${truncateName(project.name)}`
  return `“${truncateName(deliverable.title)}”${version}${where} was submitted for your approval.`
}
