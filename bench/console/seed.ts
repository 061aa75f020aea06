/**
 * Seeds two years of even growth with one statement per table. Ids are calculated, so that related rows need
 * no lookup: the first two of each five users are caregivers, a payment has the id of its request, and the
 * ids of a request's windows are about twice the id of the request.
 */
import { CARE_CATEGORIES, SKILLS } from '@tendwell/contract/reference'
import { CAREGIVERS as DEMO_CAREGIVERS } from '../../server/src/demo/content/caregivers.ts'
import type { DatabaseClient } from '../../server/test/database.ts'
import { MONEY_STEPS } from './seed-money.ts'
import { RECORD_STEPS } from './seed-records.ts'

/** The parameters of `seedConsole`. */
const SETTINGS = `
  CREATE TEMP VIEW chosen AS SELECT
    current_setting('seed.people')::int AS people,
    current_setting('seed.requests')::int AS requests,
    current_setting('seed.now')::timestamptz AS now_at,
    current_setting('seed.now')::timestamptz - interval '730 days' AS begun_at`

/** One user in ten joined before the two years; the others joined evenly over them. */
const PEOPLE = `
  INSERT INTO users (id, email, full_name, role, email_verified_at, is_active, profile_complete, created_at)
  OVERRIDING SYSTEM VALUE
  SELECT id, regexp_replace(lower(full_name), '[^a-z]+', '.', 'g') || id || '@example.test', full_name, role,
    joined_at, chance >= 0.03, chance >= 0.1, joined_at
  FROM chosen, LATERAL (
    SELECT id, CASE WHEN id % 5 < 2 THEN 'caregiver' ELSE 'caretaker' END AS role, random() AS chance,
      (SELECT array_agg(word) FROM seed_words WHERE kind = 'first')[1 + floor(40 * random() ^ 1.5)]
        || ' ' || (SELECT array_agg(word) FROM seed_words WHERE kind = 'last')[1 + floor(40 * random() ^ 1.5)] AS full_name,
      now_at - interval '730 days' * (1 - (id::float / people - 0.1) / 0.9) AS joined_at
    FROM generate_series(1, people) AS id) AS made`

/** Makes a version 4 UUID from a name, like the product's file ids. */
const FILE_ID = `
  CREATE FUNCTION pg_temp.file_id(name text) RETURNS uuid LANGUAGE sql IMMUTABLE
    RETURN overlay(overlay(md5(name) PLACING '4' FROM 13) PLACING 'a' FROM 17)::uuid`

const FILES = `
  INSERT INTO files (id, owner_id, kind, purpose, content_type, bytes, sha256, storage_key, original_name, created_at)
  SELECT pg_temp.file_id(part || id), id, 'document', part, 'image/png', 200000, md5(part || id), 'seed/' || part || id,
    part || '.png', created_at
  FROM users, unnest(ARRAY['gov_id_front', 'gov_id_back', 'certificate']) AS part WHERE role = 'caregiver' AND id % 7 <> 0`

const CAREGIVERS = `
  INSERT INTO caregiver_profiles (user_id, full_name, city, country, timezone, rate_cents, skills, skill_keys,
    languages, language_keys, description, verification_status, rejection_reason, is_listed, gov_id_front_file_id,
    gov_id_back_file_id, certificate_file_id, created_at)
  SELECT id, full_name, 'New York', 'United States', 'America/New_York', 3000 + 100 * floor(40 * chance)::int,
    skills, lower(skills::text)::text[], ARRAY['English'], ARRAY['english'],
    'I have cared for newborns and their families for many years, by day and by night.', status,
    CASE status WHEN 'rejected' THEN 'The documents could not be read' END, status = 'verified' AND is_active,
    CASE WHEN id % 7 <> 0 THEN pg_temp.file_id('gov_id_front' || id) END,
    CASE WHEN id % 7 <> 0 THEN pg_temp.file_id('gov_id_back' || id) END,
    CASE WHEN id % 7 <> 0 THEN pg_temp.file_id('certificate' || id) END, created_at
  FROM (
    SELECT users.*, random() AS chance,
      (ARRAY['verified', 'verified', 'verified', 'verified', 'verified', 'verified', 'verified', 'pending', 'rejected',
        'flagged'])[1 + floor(10 * random())] AS status,
      ARRAY[(SELECT array_agg(word) FROM seed_words WHERE kind = 'category')[1 + floor(6 * random() ^ 2)],
        (SELECT array_agg(word) FROM seed_words WHERE kind = 'skill')[1 + floor(30 * random() ^ 2)]] AS skills
    FROM users WHERE role = 'caregiver') AS caregivers`

const FAMILIES = `
  INSERT INTO family_profiles (user_id, city, country, created_at)
  SELECT id, 'Boston', 'United States', created_at FROM users WHERE role = 'caretaker'`

/** Sixty percent of the requests are paid; the others are rejected or, if recent, still open. */
const REQUESTS = `
  INSERT INTO requests (id, caregiver_id, family_id, status, rejection_cause, timezone, total_minutes, rate_cents,
    service_fee_cents, price_cents, submitted_at, answered_at, paid_at)
  OVERRIDING SYSTEM VALUE
  SELECT id, 5 * (nth_caregiver / 2) + nth_caregiver % 2, 5 * (nth_family / 3) + 2 + nth_family % 3, status,
    CASE status WHEN 'rejected' THEN (ARRAY['caregiver', 'caregiver', 'expired', 'conflict'])[1 + id % 4] END,
    'America/New_York', 60 * hours, rate_cents, 0, rate_cents * hours, submitted_at,
    CASE WHEN status <> 'submitted' THEN submitted_at + interval '4 hours' END,
    CASE WHEN is_paid THEN submitted_at + interval '5 hours' END
  FROM (
    SELECT request.*, CASE
        WHEN is_paid THEN 'accepted'
        WHEN submitted_at < now_at - interval '14 days' OR chance > 0.97 THEN 'rejected'
        WHEN chance > 0.94 THEN 'accepted'
        ELSE 'submitted' END AS status
    FROM (
      SELECT id, 1 + (id % 10 < 3)::int AS hours, 3000 + 500 * (id % 9) AS rate_cents, now_at,
        begun_at + interval '730 days' * id / requests - interval '1 minute' AS submitted_at,
        -- Some caregivers get far more requests; all had joined by then.
        least(floor(people * 0.4 * there * random() ^ 1.15), people * 0.4 - 3)::int + 1 AS nth_caregiver,
        least(floor(people * 0.6 * there * random()), people * 0.6 - 3)::int AS nth_family,
        random() AS chance,
        random() < 0.6 AND id::float / requests < 0.999 AS is_paid
      FROM chosen, LATERAL (
        SELECT id, 0.1 + 0.9 * id / requests AS there FROM generate_series(1, requests) AS id) AS numbered) AS request
    ) AS made`

/** A caregiver's paid requests rotate through the hours of the day, so that they do not overlap. */
const WINDOWS = `
  INSERT INTO request_windows (id, request_id, date_local, start_local, end_local, starts_at, ends_at)
  OVERRIDING SYSTEM VALUE
  SELECT 2 * id - at, id, starts_at::date, to_char(starts_at, 'HH24:MI'), to_char(starts_at + interval '1 hour', 'HH24:MI'),
    starts_at AT TIME ZONE 'America/New_York', starts_at AT TIME ZONE 'America/New_York' + interval '1 hour'
  FROM (
    SELECT id, at, date_trunc('day', submitted_at AT TIME ZONE 'UTC') + interval '14 days' + at * interval '1 day'
        + interval '1 hour' * (6 + at + row_number() OVER (PARTITION BY caregiver_id, at, paid_at IS NULL ORDER BY id) % 8 * 2) AS starts_at
    FROM requests, generate_series(0, total_minutes / 60 - 1) AS at) AS placed`

const BOOKED_TIMES = `
  INSERT INTO booked_times (id, caregiver_id, starts_at, ends_at)
  OVERRIDING SYSTEM VALUE
  SELECT request_windows.id, caregiver_id, starts_at, ends_at
  FROM request_windows JOIN requests ON requests.id = request_id WHERE paid_at IS NOT NULL`

const BOOKINGS = `
  INSERT INTO bookings (id, request_id, window_id, booked_time_id, price_cents, created_at)
  OVERRIDING SYSTEM VALUE
  SELECT request_windows.id, request_id, request_windows.id, request_windows.id, rate_cents, paid_at
  FROM request_windows JOIN requests ON requests.id = request_id WHERE paid_at IS NOT NULL`

const REVIEWS = `
  INSERT INTO reviews (booking_id, caregiver_id, family_id, rating, comment, created_at)
  SELECT bookings.id, caregiver_id, family_id, 5 - (bookings.id % 11) / 4, 'They were wonderful with our children.',
    ends_at + interval '1 day'
  FROM chosen, bookings JOIN requests ON requests.id = request_id JOIN request_windows ON request_windows.id = window_id
  WHERE bookings.id % 10 < 6 AND ends_at + interval '1 day' < now_at`

const RATINGS = `
  UPDATE caregiver_profiles SET rating_sum = given.total, rating_count = given.times
  FROM (SELECT caregiver_id, sum(rating) AS total, count(*) AS times FROM reviews GROUP BY caregiver_id) AS given
  WHERE given.caregiver_id = user_id`

/** Every fifth request has a conversation with five messages. */
const CONVERSATIONS = `
  INSERT INTO conversations (family_id, caregiver_id, last_sequence, last_message_at, created_at)
  SELECT family_id, caregiver_id, 5, min(submitted_at) + interval '5 hours', min(submitted_at)
  FROM requests WHERE id % 5 = 0 GROUP BY family_id, caregiver_id`

const MESSAGES = `
  INSERT INTO messages (conversation_id, sequence, sender, text, created_at)
  SELECT id, at, CASE WHEN at % 2 = 0 THEN 'caregiver' ELSE 'caretaker' END, 'Shall we talk about the nights?',
    created_at + at * interval '1 hour'
  FROM conversations, generate_series(1, 5) AS at ORDER BY created_at`

/** Users are active in 60 % of the months since they joined, on about half of the days. */
const ACTIVITY = `
  INSERT INTO active_months (month, user_id, days)
  SELECT month::date, id,
    1 + floor(random() * (2 ^ extract(day FROM month + interval '1 month - 1 day') - 1))::int
  FROM chosen, users,
    generate_series(date_trunc('month', greatest(created_at, begun_at) AT TIME ZONE 'UTC'), now_at, interval '1 month') AS month
  WHERE random() < 0.6 ORDER BY month, id`

const SEQUENCES = `
  DO $$ DECLARE made record; BEGIN
    FOR made IN SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND is_identity = 'YES' LOOP
      EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) FROM %I',
        made.table_name, made.column_name, made.column_name, made.table_name);
    END LOOP;
  END $$`

const STEPS = [
  SETTINGS,
  PEOPLE,
  FILES,
  CAREGIVERS,
  FAMILIES,
  REQUESTS,
  WINDOWS,
  BOOKED_TIMES,
  BOOKINGS,
  REVIEWS,
  RATINGS,
  CONVERSATIONS,
  MESSAGES,
  ACTIVITY,
  ...MONEY_STEPS,
  ...RECORD_STEPS,
  SEQUENCES,
]

function repeatWords(kind: string, words: readonly string[], count: number) {
  return Array.from({ length: count }, (_, at) => ({ kind, word: words[at % words.length] }))
}

/** Fills an empty database with the same rows each time, then runs VACUUM ANALYZE. */
export async function seedConsole(
  client: DatabaseClient,
  { people, requests, now }: { people: number; requests: number; now: Date },
): Promise<void> {
  const names = DEMO_CAREGIVERS.map(({ name }) => name.split(' '))
  const words = [
    ...repeatWords(
      'first',
      names.map((name) => name[0] ?? ''),
      40,
    ),
    ...repeatWords(
      'last',
      names.map((name) => name.at(-1) ?? ''),
      40,
    ),
    ...repeatWords('category', CARE_CATEGORIES, 6),
    ...repeatWords('skill', SKILLS, 30),
  ]
  // Checking foreign keys and firing triggers for each row would take an hour; `validateForeignKeys` checks
  // all once.
  await client.query('SET session_replication_role = replica')
  await client.query('SET timezone = UTC')
  await client.query('SET max_parallel_workers_per_gather = 0')
  await client.query(FILE_ID)
  await client.query('CREATE TEMP TABLE seed_words (kind text, word text)')
  await client.query(
    'INSERT INTO seed_words SELECT * FROM jsonb_to_recordset($1) AS words(kind text, word text)',
    [JSON.stringify(words)],
  )
  for (const [name, value] of Object.entries({ people, requests, now: now.toISOString() })) {
    await client.query('SELECT set_config($1, $2, false)', [`seed.${name}`, String(value)])
  }
  for (const step of STEPS) {
    // A step may draw more numbers on another day, so each starts from the same seed.
    await client.query('SELECT setseed(0.42)')
    await client.query(step)
  }
  await client.query('VACUUM ANALYZE')
}

/** Validates every foreign key of the seeded rows. @throws PostgreSQL's error for the first violation */
export async function validateForeignKeys(client: DatabaseClient): Promise<void> {
  await client.query(`
    DO $$ DECLARE reference record; BEGIN
      UPDATE pg_constraint SET convalidated = false WHERE contype = 'f' AND connamespace = 'public'::regnamespace;
      FOR reference IN SELECT conrelid::regclass AS held_by, conname FROM pg_constraint
        WHERE contype = 'f' AND connamespace = 'public'::regnamespace LOOP
        EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', reference.held_by, reference.conname);
      END LOOP;
    END $$`)
}
