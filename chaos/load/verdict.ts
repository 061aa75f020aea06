/** What must hold after every fault, read from the data. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect } from 'vitest'
import type { MailCatcher } from '../../server/test/mail-catcher.ts'
import { pause } from './calls.ts'
import type { Promises } from './load.ts'

const run = promisify(execFile)
const command = fileURLToPath(new URL('../../server/dist/command.js', import.meta.url))
const PAYMENTS_LIMIT_MS = 90_000

const OVERLAPS = `
  SELECT FROM booked_times a JOIN booked_times b ON a.id < b.id AND a.caregiver_id = b.caregiver_id
    AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at`
const STORED =
  "SELECT text FROM messages WHERE text = ANY (SELECT 'Chaos ' || id FROM unnest($1::text[]) AS id)"
const BOOKED = `
  SELECT request_id AS id FROM bookings JOIN booked_times ON booked_times.id = booked_time_id
  WHERE request_id = ANY ($1)`
const UNSETTLED = `
  SELECT request_id AS id, status FROM payments WHERE status IN ('captured', 'refunding')
    OR (request_id = ANY ($1) AND status NOT IN ('succeeded', 'refunded'))`

/** Nothing that was promised is lost or doubled, no hours are booked twice, and the books balance. */
export async function expectSound(promises: Promises, databaseUrl: string, envFile: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: messages } = await client.query<{ text: string }>(STORED, [promises.messages])
    expect(messages.map(({ text }) => text).sort(), 'messages, each once').toEqual(
      promises.messages.map((id) => `Chaos ${id}`).sort(),
    )
    expect((await client.query(OVERLAPS)).rowCount, 'hours booked twice').toBe(0)
    const { rows: booked } = await client.query<{ id: number }>(BOOKED, [promises.booked])
    expect(booked.map(({ id }) => id).sort(), 'bookings, each once').toEqual([...promises.booked].sort())
    await waitForPayments(client, promises.paid)
  } finally {
    await client.end()
  }
  const { stdout } = await run(process.execPath, [command, 'ledger-verify', '--env-file', envFile])
  expect(stdout).toContain('The ledger is sound')
}

/** Waits until each payment is booked or refunded. */
async function waitForPayments(client: pg.Client, paid: number[]): Promise<void> {
  for (const end = Date.now() + PAYMENTS_LIMIT_MS; ; await pause(250)) {
    const { rows } = await client.query(UNSETTLED, [paid])
    if (rows.length === 0) return
    if (Date.now() > end) expect(rows, 'payments that are neither booked nor refunded').toEqual([])
  }
}

/**
 * Waits until all promised emails have arrived, and requires each once.
 * @param sinceMs the end of the fault @param most how often an email may arrive
 * @returns how long after the fault, or after its promise, the latest one came
 */
export async function expectMails(
  { emails }: MailCatcher,
  promised: Promises['emails'],
  { sinceMs, limitMs, most }: { sinceMs: number; limitMs: number; most: number },
): Promise<number> {
  const count = () => {
    const found = new Map<string, number[]>()
    for (const { source, receivedMs } of emails) {
      const [, mark = ''] = /^Reply-To: ([0-9a-f-]{36})@chaos\.test/m.exec(source) ?? []
      found.set(mark, [...(found.get(mark) ?? []), receivedMs])
    }
    return found
  }
  const isMissing = (found: Map<string, number[]>) => [...promised.keys()].filter((mark) => !found.has(mark))
  for (const end = Date.now() + limitMs; isMissing(count()).length > 0 && Date.now() < end; ) await pause(100)
  const found = count()
  expect(isMissing(found), 'emails that did not arrive').toEqual([])
  const repeated = [...promised.keys()].filter((mark) => (found.get(mark)?.length ?? 0) > most)
  expect(repeated, `emails that arrived more than ${most} times`).toEqual([])
  const late = [...promised].map(([mark, atMs]) => (found.get(mark)?.[0] ?? 0) - Math.max(atMs, sinceMs))
  return Math.max(0, ...late)
}
