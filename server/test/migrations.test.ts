/** Migrations on a database that is in use: what is there stays right. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { verifyMoney } from '../src/features/reconciliation/index.ts'
import { createLog } from '../src/platform/log.ts'
import { migrate } from '../src/platform/migrate.ts'

const folder = path.resolve(import.meta.dirname, '../src/migrations')

/** The migrations up to this one, as a version of the product that ended there had them. */
async function migrationsUpTo(tag: string): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'tendwell-migrations-'))
  await cp(folder, copy, { recursive: true })
  const journalPath = path.join(copy, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(journalPath, 'utf8'))
  const last = journal.entries.findIndex((entry: { tag: string }) => entry.tag === tag)
  journal.entries = journal.entries.slice(0, last + 1)
  await writeFile(journalPath, JSON.stringify(journal))
  return copy
}

/** What becomes of a database that was in use with the migrations up to this one, when the product is brought up to date. */
async function bringUpToDate(
  tag: string,
  inUse: string,
  look: (client: pg.Client, url: string) => Promise<void>,
): Promise<void> {
  const name = `tendwell_after_${tag.slice(0, 4)}`
  const server = new pg.Client({ connectionString: inject('databaseServerUrl') })
  await server.connect()
  await server.query(`CREATE DATABASE ${name}`)
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const before = await migrationsUpTo(tag)
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS btree_gist')
    await applyMigrations(drizzle(client), { migrationsFolder: before })
    await client.query(inUse)
    await migrate(url.href)
    await look(client, url.href)
  } finally {
    await client.end()
    // The job queue's own connections close a little after its migrations.
    await vi.waitFor(async () => {
      const { rowCount } = await server.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name])
      expect(rowCount).toBe(0)
    }, 10_000)
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await server.end()
    await rm(before, { recursive: true })
  }
}

test('bookings and requests that are there get the rest of the hours they were asked for under', () =>
  bringUpToDate('0003_accounts_sessions', IN_USE, async (client) => {
    const { rows } = await client.query(`
      SELECT to_char(starts_at AT TIME ZONE 'UTC', 'DD HH24:MI') AS starts, asked.buffer_minutes AS asked,
        (SELECT taken.buffer_minutes FROM occupied_times taken JOIN bookings ON occupied_time_id = taken.id
          WHERE window_id = asked.id) AS taken
      FROM request_windows asked ORDER BY request_id, starts_at`)
    expect(rows).toEqual([
      // New York's first window: an hour of rest, but half of one before the booking that follows it already.
      { starts: '01 14:00', asked: 60, taken: 30 },
      { starts: '01 15:30', asked: 15, taken: 15 },
      // Up to midnight there, which is the next day in UTC.
      { starts: '02 03:00', asked: 15, taken: 15 },
      // Asked for, not booked; then a date with weekly hours, and a zone that PostgreSQL doesn't know.
      { starts: '01 14:00', asked: 60, taken: null },
      { starts: '08 14:00', asked: 0, taken: null },
      { starts: '01 09:00', asked: 0, taken: 0 },
    ])
    const within = `INSERT INTO occupied_times (caregiver_id, starts_at, ends_at)
      VALUES (1, '2027-06-02T04:10Z', '2027-06-02T05:00Z')`
    await expect(client.query(within)).rejects.toMatchObject({ constraint: 'occupied_times_no_overlap' })
  }))

test('where the money of payments lies is found in the ledger that was there', () =>
  bringUpToDate('0010_acquaintances-of-requests', PAID, async (client, url) => {
    const { rows: payments } = await client.query(`
      SELECT id, escrow_cents AS escrow, held_cents AS held, refund_cents AS refund,
        to_char(paid_at AT TIME ZONE 'UTC', 'DD HH24') AS paid, to_char(released_at AT TIME ZONE 'UTC', 'DD HH24') AS released
      FROM payments ORDER BY id`)
    expect(payments).toEqual([
      { id: 1, escrow: 0, held: 0, refund: 0, paid: '01 10', released: '03 10' },
      { id: 2, escrow: 4_500, held: 0, refund: 0, paid: '01 11', released: null },
      { id: 3, escrow: 0, held: 0, refund: 0, paid: '01 12', released: null },
      { id: 4, escrow: 0, held: 0, refund: 3_000, paid: '01 13', released: null },
      { id: 5, escrow: 0, held: 0, refund: 2_000, paid: '01 14', released: null },
      { id: 6, escrow: 0, held: 0, refund: 0, paid: null, released: null },
    ])
    const { rows: refunds } = await client.query(
      'SELECT payment_id, key, amount_cents, reason, status, provider_refund_id FROM refunds ORDER BY payment_id',
    )
    expect(refunds).toEqual([
      {
        payment_id: 4,
        key: 'refund-4',
        amount_cents: 3_000,
        reason: 'Another family was first',
        status: 'succeeded',
        provider_refund_id: 're_4',
      },
      {
        payment_id: 5,
        key: 'refund-5',
        amount_cents: 2_000,
        reason: 'Refunded in full',
        status: 'pending',
        provider_refund_id: null,
      },
    ])
    const { problems, transactions } = await verifyMoney(url, createLog('silent'), 60_000)
    expect([problems, transactions]).toEqual([[], 11])
  }))

test('time off that was stored twice is there once, and the rest of it stays', () =>
  bringUpToDate('0026_provider-objects-once', OFF_TWICE, async (client) => {
    const { rows } = await client.query('SELECT id FROM time_off ORDER BY id')
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 4])
  }))

test('who is free is told by masks of the calendars that were there, and of what becomes of them', () =>
  bringUpToDate('0035_places-in-lists', CALENDARS, async (client) => {
    const taken = `SELECT caregiver_id AS id, period, ARRAY(SELECT at FROM generate_series(0, length(covered) - 1) AS at
      WHERE get_bit(covered::bit varying, at) = 1) AS taken FROM open_periods ORDER BY 1, 2`
    expect((await client.query(taken)).rows).toEqual([
      { id: 1, period: 1500, taken: [671, 672] },
      // What the first fortnight's last slot takes of it stands in it as well.
      { id: 1, period: 1501, taken: [0, 2, 3] },
      { id: 2, period: 1501, taken: [2, 3] },
      { id: 3, period: 1501, taken: [] },
    ])
    // The last half hour of a fortnight, and the first and third of the next: who begins something, who is free.
    const masks = async () => {
      const people = (place: number) => `substring(masks FROM ${(place - 1) * 512 + 1} FOR 4)::text`
      const { rows } = await client.query(`SELECT day, starts.last AS last_begins, free.last AS last_free,
          free.first AS first_free, starts.third AS third_begins, free.third AS third_free
        FROM (SELECT day, ${people(48)} AS last, ${people(3)} AS third FROM open_blocks WHERE sheet = 1) AS starts
        FULL JOIN (SELECT day, ${people(48)} AS last, ${people(1)} AS first, ${people(3)} AS third
          FROM open_blocks WHERE sheet = 2) AS free USING (day)
        ORDER BY day`)
      return rows
    }
    const none = '0000'
    const last = { day: 1500 * 14 + 13, last_begins: '0100', last_free: '0100' }
    const next = { day: 1501 * 14, last_begins: none, last_free: none }
    expect(await masks()).toEqual([
      { ...last, first_free: none, third_begins: none, third_free: none },
      { ...next, first_free: '0100', third_begins: '0110', third_free: '0110' },
    ])
    await client.query(`UPDATE open_periods SET starts = repeat('0', 864)::bit varying, covered = repeat('0', 864)::bit varying
      WHERE caregiver_id = 1 AND period = 1501`)
    expect(await masks()).toEqual([
      { ...last, first_free: none, third_begins: none, third_free: none },
      { ...next, first_free: none, third_begins: '0010', third_free: '0010' },
    ])
  }))

test('who was listed is found without accents, by what becomes of her as well', () =>
  bringUpToDate('0037_a-walk-by-masks', ACCENTS, async (client) => {
    const words = async () => {
      const { rows } = await client.query(
        'SELECT word, substring(mask FOR 4)::text AS people FROM caregiver_words WHERE bit_count(mask) > 0',
      )
      return Object.fromEntries(rows.map(({ word, people }) => [word, people]))
    }
    const [chloe, soren] = ['0100', '0010']
    expect(await words()).toEqual({
      ' chloe': chloe,
      ' ny': chloe,
      ' soren': soren,
      chloe,
      montreal: chloe,
      ny: chloe,
      soren,
      arhus: soren,
    })
    await client.query("UPDATE caregiver_profiles SET full_name = 'Zoë Ny' WHERE user_id = 1")
    expect(await words()).toMatchObject({ ' zoe': chloe, zoe: chloe, montreal: chloe, soren })
    expect(await words()).not.toHaveProperty('chloe')
  }))

test('masks of wider blocks tell of the same people, and of what becomes of them', () =>
  bringUpToDate('0038_without-accents', MANY_BLOCKS, async (client) => {
    const idsIn = async (masks: string) => {
      const { rows } = await client.query(
        `SELECT block * 512 + place AS id FROM (${masks}) AS masks, generate_series(0, 511) AS place
         WHERE get_bit(mask, place) = 1 ORDER BY id`,
      )
      return rows.map(({ id }) => id)
    }
    const placeOf = (place: number) =>
      `SELECT block, substring(masks FROM ${(place - 1) * 512 + 1} FOR 512) AS mask`
    const named = "SELECT block, mask FROM caregiver_words WHERE word = 'even'"
    const listed = [1, 2].map((sheet) => `${placeOf(1)} FROM caregiver_blocks WHERE sheet = ${sheet}`)
    const inFrance = `${placeOf(93)} FROM caregiver_blocks WHERE sheet = 1`
    const begin = `${placeOf(3)} FROM open_blocks WHERE day = 1501 * 14 AND sheet = 1`
    const free = `${placeOf(48 + 48)} FROM open_blocks WHERE day = 1500 * 14 + 13 AND sheet = 2`
    const all = [63, 64, 126, 511, 512, 600]
    const even = all.filter((id) => id % 2 === 0)
    expect(await idsIn(named)).toEqual(even)
    for (const sheet of listed) expect(await idsIn(sheet)).toEqual(all)
    expect(await idsIn(inFrance)).toEqual(even)
    expect(await idsIn(begin)).toEqual(all)
    expect(await idsIn(free)).toEqual([])
    await client.query(`UPDATE caregiver_profiles SET full_name = 'Odd', country = 'Canada' WHERE user_id = 512;
      UPDATE caregiver_profiles SET verification_status = 'pending', is_listed = false WHERE user_id = 126;
      UPDATE open_periods SET starts = '', covered = '', odd_starts = '{}', odd_covered = '{}' WHERE caregiver_id = 64;
      INSERT INTO open_periods (caregiver_id, period, starts, covered)
        SELECT 511, 1500, starts, repeat('1', 864)::bit varying FROM open_periods WHERE caregiver_id = 63`)
    expect(await idsIn(named)).toEqual([64, 600])
    for (const sheet of listed) expect(await idsIn(sheet)).toEqual([63, 64, 511, 512, 600])
    expect(await idsIn(inFrance)).toEqual([64, 600])
    expect(await idsIn(begin)).toEqual([63, 126, 511, 512, 600])
    expect(await idsIn(free)).toEqual([511])
  }))

/** Those at the edges of blocks, of which every other is called Even and lives in France; each begins something once. */
const MANY_BLOCKS = `
  INSERT INTO users (id, email, full_name, role, created_at) OVERRIDING SYSTEM VALUE
    SELECT id, id || '@example.test', 'One', 'caregiver', now() FROM unnest('{63, 64, 126, 511, 512, 600}'::int[]) AS id;
  INSERT INTO caregiver_profiles (user_id, full_name, city, country, is_listed, verification_status, created_at)
    SELECT id, CASE WHEN id % 2 = 0 THEN 'Even' ELSE 'Odd' END, 'Lyon',
      CASE WHEN id % 2 = 0 THEN 'France' ELSE 'Canada' END, true, 'verified', now()
    FROM users ORDER BY id;
  INSERT INTO open_periods (caregiver_id, period, starts, covered)
    SELECT id, 1501, ('001' || repeat('0', 861))::bit varying, ('0011' || repeat('0', 860))::bit varying FROM users`

/** Two who are listed and one who is not. */
const ACCENTS = `
  INSERT INTO users (email, full_name, role, created_at) VALUES
    ('one@example.test', 'Chloé Ny', 'caregiver', now()), ('two@example.test', 'Søren', 'caregiver', now()),
    ('three@example.test', 'Inès', 'caregiver', now());
  INSERT INTO caregiver_profiles (user_id, full_name, city, verification_status, is_listed, created_at) VALUES
    (1, 'Chloé Ny', 'Montréal', 'verified', true, now()), (2, 'Søren', 'Århus', 'verified', true, now()),
    (3, 'Inès', 'Nîmes', 'pending', false, now())`

/** Three calendars, one of them in minutes. A slot of the first lasts beyond the midnight between two fortnights. */
const CALENDARS = `
  INSERT INTO users (email, full_name, role, created_at) VALUES
    ('one@example.test', 'One', 'caregiver', now()), ('two@example.test', 'Two', 'caregiver', now()),
    ('three@example.test', 'Three', 'caregiver', now());
  INSERT INTO caregiver_profiles (user_id, full_name, created_at)
    SELECT id, full_name, now() FROM users ORDER BY id;
  INSERT INTO open_periods (caregiver_id, period, starts, covered)
    SELECT id, period, (repeat('0', first) || '1' || repeat('0', 863 - first))::bit varying,
      (repeat('0', first) || '11' || repeat('0', 862 - first))::bit varying
    FROM (VALUES (1, 1500, 671), (1, 1501, 2), (2, 1501, 2)) AS calendar (id, period, first);
  INSERT INTO open_periods (caregiver_id, period, starts, covered, odd_starts, odd_covered)
    VALUES (3, 1501, '', '', '{30260170}', '{[30260170,30260230)}')`

const OFF_TWICE = `
  INSERT INTO users (email, full_name, role, created_at) VALUES
    ('one@example.test', 'One', 'caregiver', now()), ('two@example.test', 'Two', 'caregiver', now());
  INSERT INTO time_off (caregiver_id, starts_at, ends_at) VALUES
    (1, '2027-06-01Z', '2027-06-02Z'), (1, '2027-06-01Z', '2027-06-03Z'), (1, '2027-06-01Z', '2027-06-02Z'),
    (2, '2027-06-01Z', '2027-06-02Z'), (1, '2027-06-01Z', '2027-06-02Z')`

/** Two caregivers, a family, and what it has asked of them and booked. */
const IN_USE = `
  INSERT INTO users (email, full_name, role, created_at) VALUES
    ('one@example.test', 'One', 'caregiver', now()), ('two@example.test', 'Two', 'caregiver', now()),
    ('family@example.test', 'Family', 'caretaker', now());
  INSERT INTO caregiver_profiles (user_id, full_name, timezone, created_at) VALUES
    (1, 'One', 'America/New_York', now()), (2, 'Two', 'Nowhere/Land', now());
  INSERT INTO availability_overrides (caregiver_id, date_local, is_available, windows) VALUES
    (1, '2027-06-01', true, '[
      {"start_local": "10:00", "end_local": "11:00", "slot_minutes": 60, "buffer_minutes": 60},
      {"start_local": "11:30", "end_local": "00:00", "slot_minutes": 30, "buffer_minutes": 15}]'),
    (2, '2027-06-01', true, '[
      {"start_local": "09:00", "end_local": "12:00", "slot_minutes": 60, "buffer_minutes": 60}]');
  INSERT INTO requests (caregiver_id, caretaker_id, status, timezone, total_minutes, rate_cents,
      service_fee_cents, price_cents, submitted_at, paid_at) VALUES
    (1, 3, 'accepted', 'UTC', 60, 100, 0, 100, now(), now()), (1, 3, 'accepted', 'UTC', 30, 100, 0, 50, now(), now()),
    (1, 3, 'submitted', 'UTC', 120, 100, 0, 200, now(), NULL), (2, 3, 'accepted', 'UTC', 60, 100, 0, 100, now(), now());
  INSERT INTO request_windows (request_id, date_local, start_local, end_local, starts_at, ends_at) VALUES
    (1, '2027-06-01', '14:00', '15:00', '2027-06-01T14:00Z', '2027-06-01T15:00Z'),
    (2, '2027-06-01', '15:30', '16:00', '2027-06-01T15:30Z', '2027-06-01T16:00Z'),
    (2, '2027-06-02', '03:00', '04:00', '2027-06-02T03:00Z', '2027-06-02T04:00Z'),
    (3, '2027-06-01', '14:00', '15:00', '2027-06-01T14:00Z', '2027-06-01T15:00Z'),
    (3, '2027-06-08', '14:00', '15:00', '2027-06-08T14:00Z', '2027-06-08T15:00Z'),
    (4, '2027-06-01', '09:00', '10:00', '2027-06-01T09:00Z', '2027-06-01T10:00Z');
  INSERT INTO occupied_times (caregiver_id, starts_at, ends_at)
    SELECT caregiver_id, starts_at, ends_at FROM request_windows JOIN requests ON requests.id = request_id
    WHERE paid_at IS NOT NULL ORDER BY request_windows.id;
  INSERT INTO bookings (request_id, window_id, occupied_time_id, created_at) VALUES
    (1, 1, 1, now()), (2, 2, 2, now()), (2, 3, 3, now()), (4, 6, 4, now());
`

/**
 * Payments of one caregiver, as they stood before payments knew where their money lies: released, in escrow, not settled
 * yet, given back, on its way back, and never paid.
 */
const PAID = `
  INSERT INTO users (email, full_name, role, created_at) VALUES
    ('one@example.test', 'One', 'caregiver', now()), ('family@example.test', 'Family', 'caretaker', now());
  INSERT INTO payments (request_id, payer_id, payee_id, description, amount_cents, fee_cents, status, failure_reason,
      provider, charge_id, refund_id, expires_at, created_at, updated_at)
    SELECT id, 2, 1, 'Care', amount, fee, status, reason, 'sandbox', 'ch_' || id, refund, now(), now(), now()
    FROM (VALUES (1, 10000, 1000, 'succeeded', NULL, NULL), (2, 5000, 500, 'succeeded', NULL, NULL),
      (3, 4000, 0, 'captured', NULL, NULL), (4, 3000, 0, 'refunded', 'Another family was first', 're_4'),
      (5, 2000, 0, 'refunding', NULL, NULL), (6, 1000, 0, 'open', NULL, NULL))
      AS paid (id, amount, fee, status, reason, refund);
  CREATE TEMP TABLE moves AS SELECT row_number() OVER () AS id, moved.* FROM (VALUES
    (1, 'payment_in', 10000, 'clearing', 'unallocated', '2027-06-01T10:00Z'::timestamptz),
    (2, 'payment_in', 5000, 'clearing', 'unallocated', '2027-06-01T11:00Z'),
    (3, 'payment_in', 4000, 'clearing', 'unallocated', '2027-06-01T12:00Z'),
    (4, 'payment_in', 3000, 'clearing', 'unallocated', '2027-06-01T13:00Z'),
    (5, 'payment_in', 2000, 'clearing', 'unallocated', '2027-06-01T14:00Z'),
    (1, 'escrow_in', 10000, 'unallocated', 'escrow', '2027-06-01T15:00Z'),
    (1, 'fee', 1000, 'escrow', 'platform_fees', '2027-06-01T15:00Z'),
    (2, 'escrow_in', 5000, 'unallocated', 'escrow', '2027-06-01T16:00Z'),
    (2, 'fee', 500, 'escrow', 'platform_fees', '2027-06-01T16:00Z'),
    (4, 'refund_out', 3000, 'unallocated', 'clearing', '2027-06-02T10:00Z'),
    (1, 'release', 9000, 'escrow', 'available', '2027-06-03T10:00Z')) AS moved (payment, step, cents, source, target, at);
  INSERT INTO ledger_accounts (kind, owner_id, balance_cents)
    SELECT kind, CASE WHEN kind IN ('escrow', 'available') THEN 1 END, sum(cents)
    FROM (SELECT source, -cents FROM moves UNION ALL SELECT target, cents FROM moves) AS side (kind, cents) GROUP BY kind;
  BEGIN;
  INSERT INTO ledger_transactions (key, category, created_at)
    SELECT 'payment:' || payment || ':' || step, step, at FROM moves ORDER BY id;
  INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
    SELECT moved.id, account.id, side.cents FROM moves
    JOIN ledger_transactions moved ON moved.key = 'payment:' || payment || ':' || step
    CROSS JOIN LATERAL (VALUES (source, -moves.cents), (target, moves.cents)) AS side (kind, cents)
    JOIN ledger_accounts account ON account.kind = side.kind;
  COMMIT;
`
