import { expect, it } from 'vitest'
import { listCareSkills } from './same-care.ts'

it.each([
  ['a nanny', ['newborn care', 'first aid', 'pet care'], false, ['newborn care', 'pet care']],
  ['a nanny for children', ['newborn care', 'first aid', 'pet care'], true, ['newborn care']],
  ['a dog walker', ['dog walking', 'overnight care', 'cpr'], false, ['dog walking']],
  ['a dog walker for a family with children', ['dog walking', 'overnight care'], true, ['dog walking']],
  ['general skills alone', ['first aid', 'cpr', 'transportation', 'bilingual care'], false, []],
  ['a skill of their own', ['juggling'], true, []],
])('keeps the skills that say what care %s gives', (_who, keys, isForChildren, kept) => {
  expect(listCareSkills(keys, isForChildren)).toEqual(kept)
})
