import { describe, expect, it } from 'vitest'
import { CARE_CATEGORIES, COUNTRIES, LANGUAGES, SERVICE_TYPES, SKILLS, SKILLS_OF_KIND } from './reference.ts'
import { DISPUTE_TYPES } from './safety/dispute-types.ts'

describe('reference lists', () => {
  it.each([
    ['countries', COUNTRIES, 10],
    ['languages', LANGUAGES, 12],
    ['skills', SKILLS, 52],
    ['service types', SERVICE_TYPES, 56],
    ['care categories', CARE_CATEGORIES, 12],
    ['dispute types', DISPUTE_TYPES.map((type) => type.value), 5],
  ])('contain each of the %s once, without extra spaces', (_name, list: readonly string[], size) => {
    expect(list).toHaveLength(size)
    // Search ignores case, so entries that differ only in case are duplicates.
    expect(new Set(list.map((entry) => entry.toLowerCase())).size).toBe(size)
    expect(list.filter((entry) => entry.trim() !== entry || entry === '' || entry.includes(','))).toEqual([])
  })

  it('give each skill one kind of care, but those that go with any', () => {
    const kinds: readonly string[] = Object.values(SKILLS_OF_KIND).flat()
    expect(new Set(kinds).size).toBe(kinds.length)
    const general = SKILLS.filter((skill) => !kinds.includes(skill))
    expect(general).toEqual(['First Aid', 'CPR', 'Transportation', 'Overnight care', 'Bilingual care'])
  })

  it('contain only skills as care categories', () => {
    expect(CARE_CATEGORIES.filter((category) => !(SKILLS as readonly string[]).includes(category))).toEqual(
      [],
    )
  })

  it('contain the skills and service types that the screens name', () => {
    expect(SKILLS).toEqual(expect.arrayContaining(['First Aid', 'CPR', 'Meal prep', 'Autism support']))
    expect(SERVICE_TYPES.slice(0, 5)).toEqual([
      'Nanny',
      'Babysitting',
      'Overnight care',
      'Tutoring',
      'After-school care',
    ])
  })
})
