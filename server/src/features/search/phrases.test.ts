import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { searchDirectory } from '../../../test/factories/directory.ts'
import { makeCaregiver } from '../../../test/factories/profiles.ts'
import { foldText } from './roles.ts'

const PEOPLE = [
  {
    name: 'Ada Quist',
    city: 'New York',
    country: 'United States',
    skills: ['Newborn care', 'CPR'],
    description: 'Calm with infants.',
  },
  {
    name: 'Bea Night',
    city: 'New York',
    country: 'United States',
    skills: ['Night nanny'],
    description: 'Twins are my joy.',
  },
  {
    name: 'Cleo York',
    city: 'London',
    country: 'United Kingdom',
    skills: ['Newborn care'],
    description: 'New to the city, and glad to cook.',
  },
  {
    name: 'Dua Amin',
    city: 'Abu Dhabi',
    country: 'United Arab Emirates',
    skills: ['Dog walking', 'Elder care'],
    languages: ['Arabic', 'French'],
    description: 'A patient companion.',
  },
  {
    name: 'Esha Rao',
    city: 'Sylvania Heights',
    country: 'India',
    skills: ['Infant care'],
    description: 'Speaks softly.',
  },
] as const

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  for (const person of PEOPLE) {
    const { skills, ...rest } = person
    await makeCaregiver(app, {
      ...rest,
      skills: [...skills],
      languages: 'languages' in person ? [...person.languages] : ['English'],
    })
  }
})
afterAll(() => app.close())

it.each([
  ['newborn nanny in New York', 'Ada'],
  ['Newborn nanny, NYC', 'Ada'],
  ['newborn nannies in new york city, USA', 'Ada'],
  ['newborn nanny', 'Ada Cleo'],
  ['nanny in new york', 'Ada Bea'],
  ['nanny for my newborn', 'Ada Cleo'],
  ['baby nurse', 'Ada Bea Cleo Esha'],
  ['night nanny', 'Bea'],
  ['I need a night nanny for twins in NYC', 'Bea'],
  ['nanny in the UK', 'Cleo'],
  ['nanny united kingdom', 'Cleo'],
  ['newborn care london', 'Cleo'],
  ['someone who can cook in Britain', 'Cleo'],
  ['french speaking carer', 'Dua'],
  ['dog walker in the UAE', 'Dua'],
  ['care for elderly in abu dhabi', 'Dua'],
  ['caregivers in the emirates', 'Dua'],
  ['nanny in sylvania heights', 'Esha'],
  ['newborn nanny in Germany', ''],
  ['york', 'Ada Bea Cleo'],
  ['"night nanny"', 'Bea'],
  ['newborn -cpr', 'Cleo'],
])('finds by “%s”', async (q, expected) => {
  const { body } = await searchDirectory(app, { q })
  const names = body.results.map(({ full_name }: { full_name: string }) => full_name.split(' ')[0])
  expect(names.sort().join(' ')).toBe(expected)
})

it('folds Latin letters and apostrophes as the database does', async () => {
  const letters = Array.from({ length: 0x180 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at))
    .filter((letter) => /\p{L}/u.test(letter))
    .concat('ẞ', '’', '‘')
  const texts = [...letters, ...letters.map((letter) => letter.normalize('NFD'))]
  const { rows } = await app.deps.database.execute<{ folded: string }>(
    sql`SELECT fold(text) AS folded FROM unnest(${sql.param(texts)}::text[]) WITH ORDINALITY AS given (text, at) ORDER BY at`,
  )
  expect(texts.map(foldText)).toEqual(rows.map(({ folded }) => folded))
})
