import { expect, test } from 'vitest'
import { combine, type FreelancerNotice } from './combining.ts'

const comment = (text: string): FreelancerNotice => ({
  subject: 'Studio North commented on Website',
  heading: 'New comment from your client',
  paragraphs: ['Studio North commented on Website:', text],
  button: { label: 'Open the project', path: '/projects/1?tab=comments' },
  footer: 'Because of your client.',
})

const REJECTION: FreelancerNotice = {
  subject: 'Studio North requested changes to Logo',
  heading: 'Changes requested',
  paragraphs: ['Studio North requested changes to “Logo”.'],
  button: { label: 'Open the project', path: '/projects/1?tab=deliverables' },
  link: { label: 'Certificate', path: '/verify/1.a' },
  footer: 'Because of your client.',
}

test('one notice stays as it is', () => {
  expect(combine([REJECTION])).toEqual(REJECTION)
})

test('comments on one project are one mail that leads there', () => {
  const lead = 'Studio North commented on Website:'
  expect(combine([comment('One'), comment('x'.repeat(2000))])).toEqual({
    ...comment(''),
    subject: 'Studio North commented on Website (2 times)',
    heading: '2 updates',
    paragraphs: [lead, 'One', lead, expect.stringMatching(/^x{900,1000}…$/)],
  })
})

test('different notices are one mail in which each says where it leads to', () => {
  const { subject, paragraphs, button, footer } = combine([
    REJECTION,
    { ...comment('One'), footer: 'Because of a timer.' },
  ])
  expect(subject).toBe('Studio North requested changes to Logo, and 1 more update')
  expect(paragraphs).toEqual([
    ...REJECTION.paragraphs,
    REJECTION.button,
    REJECTION.link,
    ...comment('One').paragraphs,
    comment('One').button,
  ])
  expect(button.path).toBe('/dashboard')
  expect(footer).toBe('Because of your client.\nBecause of a timer.')
})
