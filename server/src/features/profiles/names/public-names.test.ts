import { toPublicName } from '@tendwell/contract/people/public-name'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fc } from '../../../../../contract/test/random.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'

const NAMES = [
  'Clara Carer',
  'Clara',
  'José Ángel',
  'Ann-Marie de la Cruz',
  'Clara Carer,',
  'The Okoro family',
  'the Van Dyke Family',
  'The family',
  'マリア・ガルシア',
  "Siobhán O'Dea",
  'J. R. Moore',
]
const anyWord = fc.string({
  unit: fc.constantFrom('a', 'é', 'Z', 'ж', '김', "'", '-', '.'),
  minLength: 1,
  maxLength: 4,
})
const anyName = fc.array(anyWord, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('shortens names in the database as everywhere else, and only where it is asked to', async () => {
  const names = [...NAMES, ...fc.sample(anyName, 200)]
  const { rows } = await app.deps.database.execute<{ name: string; short: string; whole: string }>(
    sql`SELECT name, public_name(name, true) AS short, public_name(name, false) AS whole
      FROM unnest(${sql.param(names)}::text[]) AS name`,
  )
  expect(rows).toEqual(names.map((name) => ({ name, short: toPublicName(name), whole: name })))
})
