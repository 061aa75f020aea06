import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { selectMatch } from './score.ts'

const nothing = { kinds: [], languages: [], weekday: null, bookedIds: [], savedIds: [], nextHours: [] }
const now = new Date('2026-03-02T12:00:00Z')

it('reads skills, languages, the place, how far they travel and what hours they offer of a caregiver, and nothing else', () => {
  const wishes = {
    ...{ kinds: [{ kind: 'newborn' as const, children: ['Otto'] }], languages: ['Urdu'], weekday: 2 },
    ...{ bookedIds: [1], savedIds: [2], nextHours: [{ startMs: 1, endMs: 2 }] },
  }
  const lyon = {
    id: 2996944,
    name: 'Lyon',
    region: '',
    country: 'France' as const,
    latitude: 45.7,
    longitude: 4.8,
  }
  const match = selectMatch(wishes, lyon, now)
  const text = new PgDialect().sqlToQuery(sql`${match?.score} ${match?.facts}`).sql
  const columns = [...text.matchAll(/"caregiver_profiles"\."(\w+)"/g)].map(([, column]) => column)
  const hours = ['minimumVisitMinutes', 'noticeHours', 'userId']
  const expected = ['languageKeys', 'latitude', 'longitude', 'skillKeys', 'travelKm', ...hours].sort()
  expect([...new Set(columns)].sort()).toEqual(expected)
})

it('is nothing where nothing is known to go by', () => {
  expect(selectMatch(nothing, null, now)).toBeNull()
})
