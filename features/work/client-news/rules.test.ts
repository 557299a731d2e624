import { describe, expect, test } from 'vitest'
import { composeNews, type News } from './rules.ts'

const website = { id: 1, name: 'Website' }
const shop = { id: 2, name: 'Shop' }

const submitted = (title: string, version = 1, project = website): News => ({
  project,
  deliverable: { title, version },
  comment: null,
})
const commented = (
  content: string,
  project = website,
  deliverable: { title: string; version: number } | null = null,
): News => ({
  project,
  deliverable: null,
  comment: { author: 'Ada', content, deliverable },
})

describe('a mail about news', () => {
  test('asks for approval of one deliverable', () => {
    expect(composeNews([submitted('Homepage', 2)])).toEqual({
      subject: 'For your approval: Homepage',
      heading: 'Homepage is ready for your approval',
      paragraphs: ['“Homepage”, version 2, was submitted for your approval.'],
      button: 'Review in your portal',
      projectId: 1,
    })
  })

  test('quotes one comment', () => {
    expect(composeNews([commented('Done.')])).toEqual({
      subject: 'New comment on Website',
      heading: 'New comment on Website',
      paragraphs: ['Ada wrote about Website:\nDone.'],
      button: 'Read and answer',
      projectId: 1,
    })
  })

  test('names the version that a comment is on', () => {
    const { subject, paragraphs } = composeNews([
      commented('Done.', website, { title: 'Homepage', version: 2 }),
    ])
    expect(subject).toBe('New comment on Website')
    expect(paragraphs).toEqual(['Ada wrote about “Homepage”, version 2:\nDone.'])
  })

  test.each([
    [[commented('One'), commented('Two')], '2 new comments on Website', 1],
    [[commented('One'), commented('Two', shop)], '2 new comments on your projects', null],
    [[submitted('A'), submitted('B')], '2 deliverables for your approval: Website', 1],
    [[submitted('A'), submitted('B', 1, shop)], '2 deliverables for your approval: your projects', null],
    [[submitted('A'), commented('One')], 'Updates on Website', 1],
    [[submitted('A'), commented('One', shop)], 'Updates on your projects', null],
  ])('sums up several (%#)', (news, subject, projectId) => {
    expect(composeNews(news)).toMatchObject({ subject, projectId })
    expect(composeNews(news).paragraphs).toHaveLength(2)
  })

  test('names the project of each deliverable where there are several', () => {
    expect(composeNews([submitted('A'), submitted('B', 1, shop)]).paragraphs).toEqual([
      '“A” for Website was submitted for your approval.',
      '“B” for Shop was submitted for your approval.',
    ])
  })

  test('stays short, however much there is', () => {
    const many = Array.from({ length: 50 }, () => commented('x'.repeat(10_000)))
    const { paragraphs } = composeNews(many)
    expect(paragraphs.at(-1)).toBe('And 30 more.')
    expect(paragraphs.join('').length).toBeLessThan(25_000)
  })
})
