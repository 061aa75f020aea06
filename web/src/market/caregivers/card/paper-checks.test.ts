import { expect, it } from 'vitest'
import { describePaperChecks } from './paper-checks.ts'

const checked_on = '2026-11-02'

it.each([
  [{ id_checked_on: null, certificate: null }, null],
  [{ id_checked_on: checked_on, certificate: null }, 'Tendwell checked this caregiver’s ID on Nov 2, 2026'],
  [
    { id_checked_on: null, certificate: { title: '', checked_on } },
    'Tendwell checked this caregiver’s certificate on Nov 2, 2026',
  ],
  [
    { id_checked_on: checked_on, certificate: { title: 'First Aid certificate', checked_on } },
    'Tendwell checked this caregiver’s ID on Nov 2, 2026 and First Aid certificate on Nov 2, 2026',
  ],
])('says what the record %j has, and nothing else', (checks, sentence) => {
  expect(describePaperChecks(checks)).toBe(sentence)
})
