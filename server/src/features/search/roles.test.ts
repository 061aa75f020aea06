import { expect, it } from 'vitest'
import { findBegunRole, findRole } from './roles.ts'

it.each([
  ['babysitter', 'toddler care', 'newborn care'],
  ['Baby-Sitters', 'toddler care', 'newborn care'],
  ['nannies', 'newborn care', 'pet care'],
  ['Mother’s helper', 'toddler care', 'elder care'],
  ["mother's helper", 'toddler care', 'elder care'],
  ['carer', 'elder care', 'medication reminders'],
  ['elderly care', 'dementia care', 'medication reminders'],
  ['Cleaner', 'deep cleaning', 'meal prep'],
  ['dog sitter', 'pet care', 'toddler care'],
  ['special needs carer', 'autism support', 'elder care'],
  ['night nanny', 'night nanny', 'newborn care'],
  ['niñeras', 'toddler care', 'pet care'],
  ['NOUNOU', 'newborn care', 'pet care'],
  ['ninera', 'newborn care', 'pet care'],
  ['ベビーシッター', 'toddler care', 'pet care'],
])('knows that “%s” offers %s and not %s', (role, offered, other) => {
  const skills = findRole(role)?.skills
  expect(skills).toContain(offered)
  expect(skills).not.toContain(other)
})

it.each(['plumber', 'nan', 'care', ''])('knows no role “%s”', (role) => {
  expect(findRole(role)).toBeNull()
})

it('knows the roles that a text begins', () => {
  expect(findBegunRole('Babysi')).toMatchObject({ isSure: true })
  expect(findBegunRole('house')).toMatchObject({ isSure: false })
  expect(findBegunRole('dog wal')?.skills).toContain('dog walking')
  expect(findBegunRole('zz')).toBeNull()
})

it.each([
  ['niñera', 'nannies'],
  ['tagesmutter', 'babysitters'],
  ['Tagesmütter', 'babysitters'],
  ['nourrice', 'nannies'],
  ['babá', 'nannies'],
  ['tata', 'nannies'],
  ['保姆', 'nannies'],
  ['مربية', 'nannies'],
  ['сиделка', 'elder carers'],
  ['putzfrau', 'cleaners'],
  ['nanny', null],
  ['babysitters', null],
])('translates “%s” as “%s”', (role, translation) => {
  expect(findRole(role)?.translation).toBe(translation)
})
