import { SKILLS_OF_KIND } from '@tendwell/contract/reference'
import { expect, it } from 'vitest'
import { findRole } from './roles.ts'
import { listSoughtCare, nameSoughtRole } from './same-care.ts'

const [baby, schoolchild] = [{ age: 0 }, { age: 7 }]
const skillsOf = (kind: keyof typeof SKILLS_OF_KIND) => ({
  skills: SKILLS_OF_KIND[kind].map((skill) => skill.toLowerCase()),
  least: 1,
})

it.each([
  ['a nanny', ['newborn care', 'pet care', 'toddler care', 'cpr'], 2],
  ['a dog walker', ['dog walking', 'overnight care', 'cpr'], 1],
  ['someone of three skills', ['deep cleaning', 'meal prep', 'elder care'], 2],
])('looks for half of the skills of care of %s where no child is named', (_who, keys, least) => {
  const [sought, ...others] = listSoughtCare(keys, [])
  expect(others).toEqual([])
  expect(sought?.least).toBe(least)
  expect(sought?.skills).not.toContain('cpr')
})

it.each([[['first aid', 'cpr', 'transportation', 'bilingual care']], [['juggling']]])(
  'looks for nobody by %j alone',
  (keys) => expect(listSoughtCare(keys, [])).toEqual([]),
)

it.each([
  ['a newborn', [baby], ['light housekeeping', 'newborn care'], [skillsOf('newborn')]],
  [
    'a newborn whose family wants its dog walked',
    [baby],
    ['dog walking'],
    [{ skills: ['dog walking'], least: 1 }],
  ],
  ['a schoolchild', [schoolchild], ['newborn care', 'dog walking'], [skillsOf('child')]],
  ['both', [baby, schoolchild], [], [skillsOf('newborn'), skillsOf('child')]],
  ['a child of a special needs carer', [schoolchild], ['autism support'], [skillsOf('special_needs')]],
  [
    'a child of a nanny who also does that',
    [schoolchild],
    ['tutoring', 'autism support'],
    [skillsOf('child')],
  ],
])('looks for the kinds of care that %s calls for', (_whom, children, keys, sought) => {
  expect(listSoughtCare(keys, children)).toEqual(sought)
})

it.each([
  ['newborn specialist', [baby], ['newborn care', 'tutoring']],
  ['babysitter', [schoolchild], ['newborn care', 'tutoring']],
  ['nanny', [baby, schoolchild], ['newborn care']],
  ['special needs caregiver', [schoolchild], ['autism support']],
  ['nanny', [], ['newborn care', 'toddler care', 'dog walking', 'cpr']],
  ['pet sitter', [baby], ['dog walking']],
  ['housekeeper', [], ['meal prep']],
  ['elder caregiver', [], ['dementia care']],
  ['', [], ['cpr', 'juggling']],
])('a search for the same care is one for a %s', (role, children, keys) => {
  expect(nameSoughtRole(keys, children)).toBe(role)
  if (role) expect(findRole(role)).not.toBeNull()
})
