import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { bitsOf, KNOWN_LANGUAGES, KNOWN_SKILLS } from './known-keys.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it.each([
  ['skills', KNOWN_SKILLS],
  ['languages', KNOWN_LANGUAGES],
])('%s of the reference list have the bits that the database gives them', async (_, known) => {
  const { rows } = await app.deps.database.execute<{ key: string; bits: string }>(
    sql`SELECT key, bits_of(ARRAY[key, 'unheard of'], ${sql.param(known)}::text[]) AS bits
      FROM unnest(${sql.param(known)}::text[]) AS key`,
  )
  expect(rows).toEqual(known.map((key) => ({ key, bits: bitsOf([key], known) })))
  expect(new Set(rows.map(({ bits }) => bits)).size).toBe(known.length)
  expect(bitsOf([known[0] as string, 'unheard of'], known)).toBeNull()
})
