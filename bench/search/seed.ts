/** Seeds any number of caregivers. As in reality, some skills and languages are common and others rare. */

import { toWeeklyRule } from '@tendwell/contract/availability/availability'
import { listOpenSlots, type WeeklyRule } from '@tendwell/contract/availability/slots'
import { LANGUAGES, SKILLS } from '@tendwell/contract/reference'
import { addDays, toLocalDate, WEEK_MS } from '@tendwell/contract/time'
import { CAREGIVERS, PLACES } from '../../server/src/demo/content/caregivers.ts'
import { pickWeek } from '../../server/src/demo/content/hours.ts'
import { CLOSINGS, SPECIALTIES } from '../../server/src/demo/content/specialties.ts'
import { createRandom, type Random } from '../../server/src/demo/random.ts'
import { groupByWeek, startOfWeek } from '../../server/src/features/availability/free-weeks/free-weeks.ts'
import type { DatabaseClient } from '../../server/test/database.ts'
import { size } from '../load/size.ts'

const BATCH = 5_000
/** Different weeks per place. All caregivers with the same week share their weekly hours and days off. */
const WEEKS_PER_PLACE = size(12, 1)
const WITHOUT_HOURS_SHARE = 0.15
const UNLISTED_SHARE = 0.08
/** A year, and the weeks beyond it for which the product stores free slots. */
const WEEKS_AHEAD = 55

type Week = { key: string; rules: WeeklyRule[] }

/** @returns an index below `length`; low ones are far more frequent, as common skills are */
function pickSkewedIndex(random: Random, length: number): number {
  return Math.floor(length * random.next() ** 2.2)
}

function pickSkewed<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  return [
    ...new Set(Array.from({ length: count }, () => items[pickSkewedIndex(random, items.length)] as Item)),
  ]
}

const listPeople = (country: string) => CAREGIVERS.filter((person) => person.country === country)

function pickLastName(random: Random): string | undefined {
  const { name } = random.pick(listPeople(random.pick(PLACES).country))
  return name.split(' ').at(-1)
}

function makeRandomPerson(random: Random, weeks: ReadonlyMap<string, Week[]>) {
  const place = PLACES[pickSkewedIndex(random, PLACES.length)] as (typeof PLACES)[number]
  const people = listPeople(place.country)
  const specialty = random.pick(SPECIALTIES)
  const ratingCount = random.next() < 0.2 ? 0 : 1 + pickSkewedIndex(random, 60)
  return {
    full_name: `${random.pick(people).name.split(' ')[0]} ${pickLastName(random)}`,
    city: random.pick(people).city,
    country: place.country,
    timezone: place.zone,
    rate_cents: random.next() < 0.05 ? 0 : random.between(place.rates[0], place.rates[1]) * 100,
    skills: pickSkewed(random, SKILLS, random.between(3, 9)),
    languages: [
      ...new Set([
        ...random.sample(place.languages, 1),
        ...pickSkewed(random, LANGUAGES, random.between(0, 2)),
      ]),
    ],
    description: [specialty.openings, specialty.middles, CLOSINGS]
      .map((words) => random.pick(words))
      .join(' '),
    rating_count: ratingCount,
    rating_sum: Math.round(ratingCount * (3.6 + 1.4 * random.next())),
    is_listed: random.next() >= UNLISTED_SHARE,
    week: random.next() < WITHOUT_HOURS_SHARE ? null : random.pick(weeks.get(place.zone) as Week[]).key,
  }
}

/** Computes the free weeks of weekly hours with 40 random days off, as the product does. */
function listFreeWeeks(random: Random, zone: string, { key, rules }: Week, now: Date) {
  const today = toLocalDate(now.getTime(), zone)
  const overrides = Array.from({ length: 40 }, () => addDays(today, random.between(0, 364))).map((date) => ({
    date,
    isAvailable: false,
    windows: [],
  }))
  const fromMs = startOfWeek(now.getTime())
  const range = { fromMs, toMs: fromMs + WEEKS_AHEAD * WEEK_MS }
  const calendar = { zone, rules, overrides }
  const slots = listOpenSlots({ calendar, booked: [], timeOff: [], nowMs: fromMs, ...range })
  return groupByWeek(slots).map((freeWeek) => ({ week: key, ...freeWeek }))
}

function makeWeeks(random: Random): Map<string, Week[]> {
  return new Map(
    PLACES.map(({ zone }) => [
      zone,
      Array.from({ length: WEEKS_PER_PLACE }, (_, at) => ({
        key: `${zone} ${at}`,
        rules: pickWeek(random).map(toWeeklyRule),
      })),
    ]),
  )
}

async function insertPeople(client: DatabaseClient, people: object[]): Promise<void> {
  await client.query(
    `WITH given AS (
       SELECT row_number() OVER () AS at, g.* FROM jsonb_to_recordset($1) AS g(full_name text, city text, country text,
         timezone text, rate_cents int, skills text[], languages text[], description text, rating_count int,
         rating_sum int, is_listed boolean, week text)),
     base AS (SELECT coalesce(max(id), 0) AS last FROM users),
     made AS (
       INSERT INTO users (id, email, full_name, role, email_verified_at, profile_complete, created_at)
       OVERRIDING SYSTEM VALUE
       SELECT last + at, 'seed-' || (last + at) || '@example.test', full_name, 'caregiver', now(), true, now()
       FROM given, base),
     profiles AS (
       INSERT INTO caregiver_profiles (user_id, full_name, city, country, timezone, rate_cents, skills, skill_keys,
         languages, language_keys, description, verification_status, is_listed, rating_sum, rating_count, created_at)
       SELECT last + at, full_name, city, country, timezone, rate_cents, skills, lower(skills::text)::text[],
         languages, lower(languages::text)::text[], description, 'verified', is_listed, rating_sum, rating_count, now()
       FROM given, base)
     INSERT INTO seed_weeks SELECT last + at, week FROM given, base WHERE week IS NOT NULL`,
    [JSON.stringify(people)],
  )
}

/** Fills an empty database, then runs VACUUM ANALYZE. */
export async function seedCaregivers(client: DatabaseClient, count: number, now: Date): Promise<void> {
  const random = createRandom(20_261_120)
  const weeks = makeWeeks(random)
  await client.query('CREATE TEMP TABLE seed_weeks (caregiver_id int, week text)')
  await client.query(
    'CREATE TEMP TABLE seed_free_weeks (week text, week_minute int, starts smallint[], ends smallint[], visit_starts smallint[])',
  )
  await client.query(
    'CREATE TEMP TABLE seed_rules (week text, weekday int, start_local text, end_local text, ends_next_day boolean)',
  )
  for (let done = 0; done < count; done += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, count - done) }, () =>
      makeRandomPerson(random, weeks),
    )
    await insertPeople(client, people)
  }
  for (const [zone, kinds] of weeks) {
    for (const kind of kinds) {
      await client.query(
        `INSERT INTO seed_free_weeks SELECT * FROM jsonb_to_recordset($1)
           AS w(week text, "weekMinute" int, starts smallint[], ends smallint[], "visitStarts" smallint[])`,
        [JSON.stringify(listFreeWeeks(random, zone, kind, now))],
      )
      await client.query(
        `INSERT INTO seed_rules SELECT $2, weekday, start, "end", "endsNextDay"
           FROM jsonb_to_recordset($1) AS r(weekday int, start text, "end" text, "endsNextDay" boolean)`,
        [JSON.stringify(kind.rules), kind.key],
      )
    }
  }
  await client.query(
    `INSERT INTO availability_rules (caregiver_id, weekday, start_local, end_local, ends_next_day)
     SELECT caregiver_id, weekday, start_local, end_local, ends_next_day FROM seed_weeks JOIN seed_rules USING (week)`,
  )
  // In the order of caregivers, because the product too stores the weeks of one caregiver at a time.
  await client.query(
    `INSERT INTO free_weeks (caregiver_id, week_minute, starts, ends, visit_starts)
     SELECT caregiver_id, week_minute, starts, ends, visit_starts FROM seed_weeks JOIN seed_free_weeks USING (week)
     ORDER BY caregiver_id, week_minute`,
  )
  await client.query(
    `INSERT INTO free_week_horizons (caregiver_id, filled_until)
     SELECT caregiver_id, (SELECT to_timestamp(max(week_minute) * 60) + interval '1 week' FROM seed_free_weeks)
     FROM seed_weeks`,
  )
  await client.query(
    `UPDATE caregiver_profiles SET place_id = place.id, latitude = place.latitude, longitude = place.longitude
     FROM (SELECT DISTINCT ON (city, profile.country) city, profile.country, places.id, places.latitude, places.longitude
           FROM (SELECT DISTINCT city, country FROM caregiver_profiles) AS profile
           JOIN places ON places.country = profile.country AND name_keys LIKE '%|' || fold(city) || '|%'
           ORDER BY city, profile.country, population DESC) AS place
     WHERE place.city = caregiver_profiles.city AND place.country = caregiver_profiles.country`,
  )
  await client.query('VACUUM ANALYZE')
  // Otherwise PostgreSQL would keep writing to the disk during the first minutes of the bench.
  await client.query('CHECKPOINT')
}
