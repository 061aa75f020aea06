import { expect, it } from 'vitest'
import { toStep } from './timeline-text.ts'

it.each([
  ['distance', 'Declined by the caregiver: it’s too far to travel'],
  ['caregiver', 'Declined by the caregiver'],
  ['withdrawn', 'Withdrawn'],
])('says why a request was rejected: %s', (detail, text) => {
  const at = '2026-06-01T12:00:00Z'
  expect(toStep({ at, event: 'rejected', id: null, detail, amount_usd: null }, [])).toEqual({ at, text })
})
