import { expect, it } from 'vitest'
import { describeCanceling } from './canceling-text.ts'

it.each([
  ['caretaker', null, 'illness', 'by the family · Illness'],
  ['caregiver', null, 'asked_to', 'by the caregiver · The family asked for it'],
  ['admin', 'caretaker', 'illness', 'by Tendwell for the family · Illness'],
  ['admin', 'caregiver', 'asked_to', 'by Tendwell for the caregiver · The family asked for it'],
  ['admin', null, null, 'by Tendwell'],
  ['caretaker', null, null, 'by the family'],
  [null, null, null, ''],
] as const)('says who canceled for whom and why: %s, %s, %s', (by, side, reason, text) => {
  expect(describeCanceling({ canceled_by: by, canceled_for: side, cancel_reason: reason })).toBe(text)
})
