/** Caregivers by the ten thousand, as they would be: many with the common skills and languages, few with the rare. */
import { LANGUAGES, SKILLS } from '@tendwell/contract/reference'
import { listFreeSlots, type WeeklyRule } from '@tendwell/contract/slots'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { pickWeek } from '../../server/src/demo/calendars.ts'
import { PLACES } from '../../server/src/demo/caregivers.ts'
import { createRandom, type Random } from '../../server/src/demo/random.ts'
import { SPECIALTIES } from '../../server/src/demo/specialties.ts'
import {
  LONGEST_SLOT_MS,
  lastPeriodAt,
  openPeriodOf,
  periodOf,
  spanOfPeriod,
} from '../../server/src/features/availability/open-times.ts'
import { BLOCK } from '../../server/src/features/profiles/index.ts'
import type { DatabaseClient } from '../../server/test/database.ts'

const BATCH = 5_000
/** Kinds of weeks in each place; those of one kind have the same closed days too. */
const WEEKS = 12
const WITHOUT_HOURS = 0.15
const UNLISTED = 0.08
/** Masks in a row of `open_blocks`. */
const OPEN_MASKS = 96

type Week = { key: string; rules: WeeklyRule[] }

/** Low numbers come up far more often than high ones, as common skills do. */
function skewed(random: Random, below: number): number {
  return Math.floor(below * random.next() ** 2.2)
}

function few<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  return [...new Set(Array.from({ length: count }, () => items[skewed(random, items.length)] as Item))]
}

function randomPerson(random: Random, weeks: ReadonlyMap<string, Week[]>) {
  const place = PLACES[skewed(random, PLACES.length)] as (typeof PLACES)[number]
  const specialty = random.pick(SPECIALTIES)
  const ratingCount = random.next() < 0.2 ? 0 : 1 + skewed(random, 60)
  return {
    full_name: `${random.pick(place.people).name.split(' ')[0]} ${random.pick(random.pick(PLACES).people).name.split(' ').at(-1)}`,
    city: random.pick(place.people).city,
    country: place.country,
    timezone: place.timezone,
    rate_cents: random.next() < 0.05 ? 0 : random.between(place.rates[0], place.rates[1]) * 100,
    skills: few(random, SKILLS, random.between(3, 9)),
    languages: [
      ...new Set([...random.sample(place.languages, 1), ...few(random, LANGUAGES, random.between(0, 2))]),
    ],
    description: [specialty.openings, specialty.middles, specialty.closings]
      .map((words) => random.pick(words))
      .join(' '),
    rating_count: ratingCount,
    rating_sum: Math.round(ratingCount * (3.6 + 1.4 * random.next())),
    is_listed: random.next() >= UNLISTED,
    week: random.next() < WITHOUT_HOURS ? null : random.pick(weeks.get(place.timezone) as Week[]).key,
  }
}

/** What each kind of week has free, by the slot function itself: a week off every few, and single days. */
function periodsOf(random: Random, zone: string, { key, rules }: Week, now: Date) {
  const today = toLocalDate(now.getTime(), zone)
  const overrides = Array.from({ length: 40 }, () => addDays(today, random.between(0, 364))).map((date) => ({
    date,
    isAvailable: false,
    windows: [],
  }))
  const [first, last] = [periodOf(now.getTime()), lastPeriodAt(now.getTime())]
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const { startMs, endMs: toMs } = spanOfPeriod(first + at)
    const fromMs = startMs - LONGEST_SLOT_MS
    const calendar = { zone, rules, overrides }
    const slots = listFreeSlots({ calendar, booked: [], timeOff: [], nowMs: fromMs, fromMs, toMs })
    const { starts, covered } = openPeriodOf(first + at, slots)
    return { week: key, period: first + at, starts, covered }
  })
}

function makeWeeks(random: Random): Map<string, Week[]> {
  return new Map(
    PLACES.map(({ timezone }) => [
      timezone,
      Array.from({ length: WEEKS }, (_, at) => ({ key: `${timezone} ${at}`, rules: pickWeek(random) })),
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

/** What `open_bits` says of each kind of week, as the places that have a bit, sheet after sheet; those of a day together. */
async function openPlaces(client: DatabaseClient): Promise<Map<number, Map<string, Uint8Array>>> {
  const { rows } = await client.query<{ week: string; day: number; bits: string }>(
    `SELECT week, period * 14 + day AS day, (own[1] || own[2])::text AS bits
     FROM seed_periods, generate_series(0, 13) AS day, open_bits(starts, covered, day) AS own`,
  )
  const places = new Map<number, Map<string, Uint8Array>>()
  for (const { week, day, bits } of rows) {
    const ofDay = places.get(day) ?? new Map<string, Uint8Array>()
    ofDay.set(week, Uint8Array.from([...bits].flatMap((bit, at) => (bit === '1' ? [at] : []))))
    places.set(day, ofDay)
  }
  return places
}

/** The masks of who is free when, as the calendars' trigger would make them. */
async function insertOpenBlocks(client: DatabaseClient): Promise<void> {
  const { rows } = await client.query<{ id: number; week: string }>(
    'SELECT caregiver_id AS id, week FROM seed_weeks ORDER BY caregiver_id',
  )
  const places = await openPlaces(client)
  const maskBytes = BLOCK / 8
  const sheetBytes = OPEN_MASKS * maskBytes
  const blockCount = Math.floor((rows.at(-1)?.id ?? 0) / BLOCK) + 1
  for (const [day, ofWeek] of places) {
    const bytes = Buffer.alloc(blockCount * 2 * sheetBytes)
    for (const { id, week } of rows) {
      const first = Math.floor(id / BLOCK) * 2 * sheetBytes + Math.floor((id % BLOCK) / 8)
      const bit = 0x80 >> (id % 8)
      for (const place of ofWeek.get(week) as Uint8Array) {
        const at = first + place * maskBytes
        bytes[at] = (bytes[at] as number) | bit
      }
    }
    const sheets = Array.from({ length: blockCount * 2 }, (_, at) =>
      bytes.toString('hex', at * sheetBytes, (at + 1) * sheetBytes),
    )
    await client.query(
      `INSERT INTO open_blocks (day, sheet, block, masks)
       SELECT $1, 1 + (at - 1) % 2, (at - 1) / 2, ('x' || masks)::bit varying
       FROM unnest($2::text[]) WITH ORDINALITY AS given(masks, at) WHERE masks ~ '[^0]'`,
      [day, sheets],
    )
  }
}

/** Fills an empty database, and leaves it as its own vacuum would. */
export async function seedCaregivers(client: DatabaseClient, count: number, now: Date): Promise<void> {
  const random = createRandom(20_261_120)
  const weeks = makeWeeks(random)
  await client.query('CREATE TEMP TABLE seed_weeks (caregiver_id int, week text)')
  await client.query('CREATE TEMP TABLE seed_periods (week text, period int, starts varbit, covered varbit)')
  await client.query(
    'CREATE TEMP TABLE seed_rules (week text, weekday int, start_local text, end_local text)',
  )
  for (let done = 0; done < count; done += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, count - done) }, () => randomPerson(random, weeks))
    await insertPeople(client, people)
  }
  for (const [zone, kinds] of weeks) {
    for (const kind of kinds) {
      await client.query(
        `INSERT INTO seed_periods SELECT * FROM jsonb_to_recordset($1)
           AS p(week text, period int, starts varbit, covered varbit)`,
        [JSON.stringify(periodsOf(random, zone, kind, now))],
      )
      await client.query(
        `INSERT INTO seed_rules SELECT $2, weekday, start, "end" FROM jsonb_to_recordset($1)
           AS r(weekday int, start text, "end" text)`,
        [JSON.stringify(kind.rules), kind.key],
      )
    }
  }
  await client.query(
    `INSERT INTO availability_rules (caregiver_id, weekday, start_local, end_local)
     SELECT caregiver_id, weekday, start_local, end_local FROM seed_weeks JOIN seed_rules USING (week)`,
  )
  // Fortnight after fortnight, as the rolling job adds them; what follows one by one is made of everyone at once.
  await client.query('ALTER TABLE open_periods DISABLE TRIGGER open_blocks_follow')
  await client.query(
    `INSERT INTO open_periods (caregiver_id, period, starts, covered)
     SELECT caregiver_id, period, starts, covered FROM seed_weeks JOIN seed_periods USING (week)
     ORDER BY period, caregiver_id`,
  )
  await client.query('ALTER TABLE open_periods ENABLE TRIGGER open_blocks_follow')
  await insertOpenBlocks(client)
  // People come one by one; thousands in one transaction leave versions behind that theirs would not.
  await client.query('VACUUM FULL caregiver_blocks, caregiver_words')
  await client.query('VACUUM ANALYZE')
  // What has been written is on its way to the disk for minutes, unless it is brought there.
  await client.query('CHECKPOINT')
}
