import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { searchDirectory } from '../../../test/factories/directory.ts'
import { makeCaregiver } from '../../../test/factories/profiles.ts'

/** One more than a search counts up to. */
const PEOPLE = 1_001

let app: TestApp

/** Inserts caregivers of one city with ratings from 2.5 to 3.5. */
beforeAll(async () => {
  app = await testApp()
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
  const { status, body } = await searchDirectory(app, { page_size: '12', ...query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const toIds = (results: { id: number }[]) => results.map(({ id }) => id)

/** The ids of the profiles that a condition matches, in its order. */
async function listIdsWhere(condition: SQL): Promise<number[]> {
  const { rows } = await app.deps.database.execute<{ id: number }>(
    sql`SELECT user_id AS id FROM caregiver_profiles WHERE ${condition}`,
  )
  return toIds(rows)
}

test.each<Record<string, string>>([
  { city: 'grand' },
  { languages: 'Tagalog' },
  { languages: 'tagalog', skills: 'cpr', country: 'France' },
  { city: 'grandville', languages: 'Tagalog', q: '"ana reyes"' },
])('shows the first 1,000 of more matches: %o', async (query) => {
  const inOrder = await listIdsWhere(
    sql`is_listed ORDER BY rating_hundredths DESC, rating_count DESC, user_id`,
  )
  for (const page of [1, 2, 10]) {
    const body = await search({ ...query, page: String(page), page_size: '100' })
    expect(body).toMatchObject({ count: 1_000, count_is_exact: false })
    expect(toIds(body.results)).toEqual(inOrder.slice((page - 1) * 100, page * 100))
  }
  const newest = await search({ ...query, ordering: 'newest' })
  expect(toIds(newest.results)).toEqual(inOrder.toSorted((a, b) => b - a).slice(0, 12))
})

test('counts 1,000 matches exactly, and fewer', async () => {
  const { results } = await search({ city: 'grand' })
  await app.deps.database.execute(
    sql`UPDATE caregiver_profiles SET is_listed = false WHERE user_id = ${results[0].id}`,
  )
  const left = await search({ city: 'grand' })
  expect(left).toMatchObject({ count: 1_000, count_is_exact: true })
  expect(left.results[0].id).toBe(results[1].id)
  const last = await search({ city: 'grand', ordering: 'newest', page: '10', page_size: '100' })
  const oldest = await listIdsWhere(sql`is_listed ORDER BY user_id LIMIT 100`)
  expect(toIds(last.results)).toEqual(oldest.toReversed())
  const few = await search({ languages: 'tagalog', max_rate: '21', ordering: 'newest', page_size: '100' })
  const ids = await listIdsWhere(sql`is_listed AND rate_cents <= 2100 ORDER BY user_id DESC`)
  expect(few).toMatchObject({ count: ids.length, count_is_exact: true })
  expect(toIds(few.results)).toEqual(ids)
})

test('ranks by relevance among the 1,000 best rated matches', async () => {
  await app.deps.database.execute(sql`UPDATE caregiver_profiles SET description = 'Once cared for a quokka.'`)
  const { id: namesake } = await makeCaregiver(app, { name: 'Quokka Lindqvist' })
  const best = await listIdsWhere(
    sql`is_listed AND user_id <> ${namesake} ORDER BY rating_hundredths DESC, rating_count DESC, user_id`,
  )
  expect(best).toHaveLength(1_000)
  const list = async (ordering: Record<string, string> = {}) =>
    toIds((await search({ q: 'quokka', page_size: '12', ...ordering })).results)
  expect(await list()).toEqual(best.slice(0, 12))
  await app.deps.database.execute(
    sql`UPDATE caregiver_profiles SET is_listed = false WHERE user_id = ${best[999]}`,
  )
  expect(await list()).toEqual([namesake, ...best.slice(0, 11)])
  expect(await list({ ordering: 'rating' })).toEqual(best.slice(0, 12))
  expect((await list({ ordering: 'newest' }))[0]).toBe(namesake)
})
