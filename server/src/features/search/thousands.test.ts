import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

/** One more than a search counts. */
const PEOPLE = 10_001

let app: TestApp

/** Of one city, with a language that the reference list doesn't know, and rated by turns. */
beforeAll(async () => {
  app = await testApp()
  // These masks are not asked; keeping them one by one would take most of a minute.
  await app.deps.database.execute(sql`ALTER TABLE caregiver_profiles DISABLE TRIGGER USER`)
  await app.deps.database.execute(sql`
    WITH people AS (
      INSERT INTO users (email, full_name, role, created_at)
      SELECT 'one-' || at || '@example.test', 'Ana Reyes', 'caregiver', now() FROM generate_series(1, ${sql.raw(String(PEOPLE))}) AS at
      ORDER BY at RETURNING id)
    INSERT INTO caregiver_profiles (user_id, full_name, city, country, rate_cents, skills, skill_keys, languages,
      language_keys, verification_status, is_listed, rating_sum, rating_count, created_at)
    SELECT id, 'Ana Reyes', 'Grandville', 'France', 2000 + id, '{CPR}', '{cpr}', '{Tagalog,English}', '{tagalog,english}',
      'verified', true, 100 + id % 40, 40, now() FROM people`)
})
afterAll(() => app.close())

async function search(query: Record<string, string>) {
  const { status, body } = await app.visitor.get(`/api/auth/caregivers?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const idsOf = (results: { id: number }[]) => results.map(({ id }) => id)

/** Of those who meet a condition, in its order. */
async function idsWhere(condition: SQL): Promise<number[]> {
  const { rows } = await app.deps.database.execute<{ id: number }>(
    sql`SELECT user_id AS id FROM caregiver_profiles WHERE ${condition}`,
  )
  return idsOf(rows)
}

test.each<Record<string, string>>([
  { city: 'grand' },
  { languages: 'Tagalog' },
  { languages: 'tagalog', skills: 'cpr', country: 'France' },
  { city: 'grandville', languages: 'Tagalog', q: '"ana reyes"' },
])('finds of more than are counted those who come first: %o', async (query) => {
  const inOrder = await idsWhere(sql`is_listed ORDER BY rating_hundredths DESC, rating_count DESC, user_id`)
  for (const page of [1, 2, 100]) {
    const body = await search({ ...query, page: String(page), page_size: '100' })
    expect(body).toMatchObject({ count: 10_000, count_is_exact: false })
    expect(idsOf(body.results)).toEqual(inOrder.slice((page - 1) * 100, page * 100))
  }
  const newest = await search({ ...query, ordering: 'newest' })
  expect(idsOf(newest.results)).toEqual(inOrder.toSorted((a, b) => b - a).slice(0, 12))
})

test('counts them exactly where one of them is gone, and finds a few of them', async () => {
  const { results } = await search({ city: 'grand' })
  await app.deps.database.execute(
    sql`UPDATE caregiver_profiles SET is_listed = false WHERE user_id = ${results[0].id}`,
  )
  const left = await search({ city: 'grand' })
  expect(left).toMatchObject({ count: 10_000, count_is_exact: true })
  expect(left.results[0].id).toBe(results[1].id)
  const last = await search({ city: 'grand', ordering: 'newest', page: '100', page_size: '100' })
  const oldest = await idsWhere(sql`is_listed ORDER BY user_id LIMIT 100`)
  expect(idsOf(last.results)).toEqual(oldest.toReversed())
  const few = await search({ languages: 'tagalog', max_rate: '21', ordering: 'newest', page_size: '100' })
  const ids = await idsWhere(sql`is_listed AND rate_cents <= 2100 ORDER BY user_id DESC`)
  expect(few).toMatchObject({ count: ids.length, count_is_exact: true })
  expect(idsOf(few.results)).toEqual(ids)
})
