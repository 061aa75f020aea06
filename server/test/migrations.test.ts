/** Migrations on a database that is in use: what is there stays right. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
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

test('bookings and requests that are there get the rest of the hours they were asked for under', async () => {
  const name = 'tendwell_before_rests'
  const server = new pg.Client({ connectionString: inject('databaseServerUrl') })
  await server.connect()
  await server.query(`CREATE DATABASE ${name}`)
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const before = await migrationsUpTo('0003_accounts_sessions')
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS btree_gist')
    await applyMigrations(drizzle(client), { migrationsFolder: before })
    await client.query(IN_USE)
    await migrate(url.href)
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
  } finally {
    await client.end()
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await server.end()
    await rm(before, { recursive: true })
  }
})

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
