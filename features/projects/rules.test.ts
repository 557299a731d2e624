import { describe, expect, test } from 'vitest'
import { deletionConsequences, limitReachedText, statusText } from './rules.ts'

describe('texts about a project', () => {
  test('show underscores as spaces', () => {
    expect(statusText('on_hold')).toBe('on hold')
    expect(statusText('active')).toBe('active')
  })

  test('say before deleting whether it is cancelled or removed', () => {
    expect(deletionConsequences({ has_history: true })).toContain('marked as cancelled')
    expect(deletionConsequences({ has_history: false })).toContain('removed for good')
  })

  test('name the limit that was reached', () => {
    expect(limitReachedText(5)).toBe(
      'You have reached the limit of 5 projects. Upgrade your plan to create more.',
    )
  })
})
