import { truncate } from '#core/text.ts'

/** The content of a mail. Its button leads to a path of the app. */
export interface Notice {
  subject: string
  heading: string
  paragraphs: string[]
  button: LabelledPath
  /** A second place to go to, below the button. */
  link?: LabelledPath | undefined
}

interface LabelledPath {
  label: string
  path: string
}

/** A notice to the freelancer; the footer says why they get it. */
export interface FreelancerNotice extends Notice {
  footer: string
}

/** Several notices as one mail: each with its text and where it leads to. */
export interface CombinedNotice extends Omit<FreelancerNotice, 'paragraphs'> {
  paragraphs: (string | LabelledPath)[]
}

const MAX_PARAGRAPH_LENGTH = 1000

/** One mail about these notices, which are at least one. One alone stays as it is. */
export function combine(notices: readonly FreelancerNotice[]): CombinedNotice {
  const [first, ...others] = notices
  if (!first) throw new Error('there is no notice to combine')
  if (others.length === 0) return first
  const isOneSubject = others.every(({ subject }) => subject === first.subject)
  const isOnePlace = others.every(({ button }) => button.path === first.button.path)
  return {
    subject: isOneSubject
      ? `${first.subject} (${notices.length} times)`
      : `${first.subject}, and ${others.length} more ${others.length === 1 ? 'update' : 'updates'}`,
    heading: `${notices.length} updates`,
    paragraphs: notices.flatMap(({ paragraphs, button, link }) => [
      ...paragraphs.map((text) => truncate(text, MAX_PARAGRAPH_LENGTH)),
      ...(isOnePlace ? [] : [button]),
      ...(link ? [link] : []),
    ]),
    button: isOnePlace ? first.button : { label: 'Open Daybook', path: '/dashboard' },
    footer: [...new Set(notices.map(({ footer }) => footer))].join('\n'),
  }
}
