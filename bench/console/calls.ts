/** The calls of the console's screens: lists with filters, searches, first and last pages, and analytics. */
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { expect } from 'vitest'
import type { TestApp } from '../../server/test/app.ts'
import { connectTo } from '../../server/test/database.ts'
import type { TestUser } from '../../server/test/factories/accounts.ts'

/** Lists count and page up to this many rows. */
const MAX_ROWS = 10_000

type Facts = {
  name: string
  listed: string
  disputing: string
  dispute: number
  bare: number
  /** The people with the most requests, and a booking with a dispute. */
  caregiver: number
  family: number
  booking: number
  /** A person, a booking, a payment and a dispute have this number. */
  number: number
}

/** Finds the rarest of the names that are in the most lists, and disputes with and without evidence. */
async function findFacts(app: TestApp): Promise<Facts> {
  const client = await connectTo(app.databaseUrl)
  const { rows } = await client.query(`
    WITH known AS (
      SELECT user_id AS id, 'verified' AS what FROM caregiver_profiles WHERE is_listed
      UNION ALL
      SELECT side, CASE status WHEN 'submitted' THEN 'open request' ELSE 'closed request' END
      FROM requests, unnest(ARRAY[caregiver_id, family_id]) AS side
      UNION ALL
      SELECT side, CASE WHEN ended_at IS NULL THEN 'open dispute' ELSE 'closed dispute' END
      FROM disputes, unnest(ARRAY[caregiver_id, family_id]) AS side),
    named AS (
      SELECT full_name, min(email) FILTER (WHERE what = 'verified') AS listed,
        min(email) FILTER (WHERE what LIKE '%dispute') AS disputing
      FROM known JOIN users USING (id)
      GROUP BY full_name HAVING bool_or(what = 'verified') AND bool_or(what LIKE '%dispute')
      ORDER BY count(DISTINCT what) DESC, count(DISTINCT id), full_name LIMIT 1)
    SELECT full_name AS name, listed, disputing, (SELECT max(id) FROM disputes WHERE request_id % 4 = 3) AS dispute,
      (SELECT max(id) FROM disputes WHERE request_id % 4 = 0) AS bare,
      (SELECT caregiver_id FROM requests GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1) AS caregiver,
      (SELECT family_id FROM requests GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1) AS family,
      (SELECT max(request_id) FROM disputes) AS booking,
      (SELECT min(id) FROM disputes JOIN payments USING (id) JOIN users USING (id)) AS number FROM named`)
  await client.end()
  expect(rows).toHaveLength(1)
  return rows[0]
}

type Query = Record<string, string | number>
type Calls = {
  found: Facts
  /** @returns a range of UTC days, relative to today */
  days(from: number, to: number): { date_from: string; date_to: string }
  add(title: string, path: string, query?: Query): void
  /** Adds the first and the last page of a list, which must not be empty. */
  addEnds(title: string, path: string, query: Query, size: number): Promise<void>
}

/** @returns the path of each call, by its title */
export async function listConsoleCalls(app: TestApp, admin: TestUser): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  const today = toLocalDate(app.deps.clock.now().getTime(), 'UTC')
  const add = (title: string, path: string, query: Query = {}) => {
    const words = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])
    paths.set(title, `/api/admin-panel/${path}?${new URLSearchParams(words)}`)
  }
  const calls: Calls = {
    found: await findFacts(app),
    days: (from, to) => ({ date_from: addDays(today, from), date_to: addDays(today, to) }),
    add,
    async addEnds(title, path, query, size) {
      const paged = { ...query, page_size: size }
      add(title, path, paged)
      const { body, status } = await admin.client.get(paths.get(title) as string)
      expect(status, title).toBe(200)
      expect(body.count, title).toBeGreaterThan(0)
      add(`${title}, last page`, path, { ...paged, page: Math.ceil(Math.min(body.count, MAX_ROWS) / size) })
    },
  }
  await addApproval(calls)
  await addPeople(calls)
  await addList(calls, 'requests', 50, ['submitted', 'accepted', 'rejected'])
  await addList(calls, 'disputes', 20, ['submitted', 'escalated', 'closed', 'rejected'])
  addDisputes(calls)
  await addSorted(calls)
  addFigures(calls)
  addRecords(calls)
  await addMoney(calls)
  await addAudit(calls)
  await calls.addEnds('reconciliation', 'reconciliation', {}, 10)
  return paths
}

async function addApproval({ found, days, add, addEnds }: Calls): Promise<void> {
  const path = 'caregivers/verification'
  for (const status of ['pending', 'flagged', 'verified', 'rejected']) {
    await addEnds(`approval: ${status}`, path, { status }, 20)
  }
  add('approval: category, days', path, { category: 'Newborn care', ...days(-300, 0) })
  add('approval: rare category', path, { category: 'Birth doula support' })
  add('approval: name', path, { q: found.name, status: 'verified' })
  add('approval: two letters', path, { q: 'an' })
  add('approval: nobody', path, { q: 'zzqx' })
}

async function addPeople({ found, days, add, addEnds }: Calls): Promise<void> {
  for (const role of ['caretaker', 'caregiver']) await addEnds(`users: ${role}`, 'users', { role }, 20)
  add('users: name', 'users', { q: found.name, role: 'caregiver' })
  add('users: address', 'users', { q: found.listed, role: 'caregiver' })
  add('users: two letters', 'users', { q: 'an' })
  add('users: everybody', 'users', { q: 'example' })
  add('users: nobody', 'users', { q: 'zzqx' })
  add('users: days', 'users', days(-400, -300))
  const offering = { role: 'caregiver', category: 'Newborn care' }
  add('users: category, days, letters', 'users', { ...offering, q: 'ma', ...days(-400, 0) })
  const rarely = { role: 'caregiver', category: 'Birth doula support' }
  await addEnds('users: rare category', 'users', rarely, 20)
  await addEnds('caregivers', 'caregivers', {}, 20)
}

/**
 * Adds the requests or the disputes by status, search and days, and by combinations that are hard to plan.
 */
async function addList(
  { found, days, add, addEnds }: Calls,
  path: 'requests' | 'disputes',
  size: number,
  statuses: string[],
): Promise<void> {
  const { name, disputing } = found
  await addEnds(path, path, {}, size)
  await addEnds(`${path}: days`, path, days(-500, -300), size)
  await addEnds(`${path}: name`, path, { q: name }, size)
  await addEnds(`${path}: two letters`, path, { q: 'an' }, size)
  for (const status of statuses) add(`${path}: ${status}`, path, { status })
  for (const state of ['open', 'closed']) {
    await addEnds(`${path}: ${state}`, path, { state }, size)
    add(`${path}: ${state}, name`, path, { state, q: name })
    add(`${path}: ${state}, first name`, path, { state, q: name.split(' ')[0] as string })
    add(`${path}: ${state}, two letters`, path, { state, q: 'an' })
    add(`${path}: ${state}, everybody`, path, { state, q: 'example' })
    add(`${path}: ${state}, old days`, path, { state, ...days(-600, -20) })
    add(`${path}: ${state}, old days, two letters`, path, { state, q: 'an', ...days(-600, -20) })
    add(`${path}: ${state}, new days, two letters`, path, { state, q: 'an', ...days(-60, 0) })
  }
  add(`${path}: address`, path, { q: disputing })
  add(`${path}: everybody`, path, { q: 'example' })
  add(`${path}: nobody`, path, { q: 'zzqx' })
  add(`${path}: days without any`, path, days(300, 400))
  add(`${path}: days, name`, path, { q: name, ...days(-600, 0) })
  add(`${path}: ten old days, two letters`, path, { q: 'an', ...days(-600, -591) })
}

/** The orders that are not the usual ones. */
async function addSorted({ found, add, addEnds }: Calls): Promise<void> {
  for (const sort of ['total_price_usd', '-total_price_usd', '-total_hours', 'submitted_at']) {
    await addEnds(`requests by ${sort}`, 'requests', { sort }, 50)
    add(`requests by ${sort}: open`, 'requests', { sort, state: 'open' })
    add(`requests by ${sort}: name`, 'requests', { sort, q: found.name })
    add(`requests by ${sort}: two letters`, 'requests', { sort, q: 'an' })
  }
  await addEnds('users by name', 'users', { sort: 'full_name' }, 20)
  add('users by name: category', 'users', { sort: '-full_name', role: 'caregiver', category: 'Newborn care' })
  await addEnds('approval by name', 'caregivers/verification', { sort: 'full_name', status: 'verified' }, 20)
  await addEnds('disputes by date', 'disputes', { sort: 'opened_at' }, 20)
}

function addDisputes({ found, days, add }: Calls): void {
  add('disputes: type', 'disputes', { type: 'schedule' })
  add('disputes: type, open, days', 'disputes', { type: 'schedule', state: 'open', ...days(-700, 0) })
  add('disputes: number', 'disputes', { q: `DPT-${found.dispute}` })
  add('dispute with evidence', `disputes/${found.dispute}`)
  add('dispute without evidence', `disputes/${found.bare}`)
}

/**
 * What the records of the busiest people and of a disputed booking load, the search, and the dashboard's
 * queue.
 */
function addRecords({ found, add }: Calls): void {
  for (const [side, id] of Object.entries({ caregiver: found.caregiver, family: found.family })) {
    add(`record of a ${side}`, `people/${id}`)
    for (const list of ['requests', 'disputes', 'payments', 'refunds', 'payouts']) {
      add(`record of a ${side}: ${list}`, list, { person_id: id })
    }
    add(`record of a ${side}: history`, 'history', { subject: `user:${id}` })
    add(`record of a ${side}: notes`, 'notes', { subject: `user:${id}` })
  }
  add('record of a booking', `bookings/${found.booking}`)
  add('record of a booking: messages', `bookings/${found.booking}/messages`, { reason: 'booking' })
  add('search: name', 'search', { q: found.name })
  add('search: first name', 'search', { q: found.name.split(' ')[0] as string })
  add('search: address', 'search', { q: found.listed })
  add('search: number', 'search', { q: found.number })
  add('search: two letters', 'search', { q: 'an' })
  add('search: nobody', 'search', { q: 'zzqx' })
  add('queue', 'queue')
}

async function addMoney({ found, days, add, addEnds }: Calls): Promise<void> {
  for (const list of ['payments', 'refunds', 'payouts']) {
    await addEnds(list, list, {}, 20)
    await addEnds(`${list}: two letters`, list, { q: 'an' }, 20)
    add(`${list}: stuck`, list, { state: 'stuck' })
    add(`${list}: failed`, list, { state: 'failed' })
    add(`${list}: name, days`, list, { q: found.name, ...days(-600, -20) })
    add(`${list}: nobody`, list, { q: 'zzqx' })
    add(`${list}: by amount`, list, { sort: '-amount_usd' })
    add(`${list}: by amount, two letters, days`, list, { sort: 'amount_usd', q: 'an', ...days(-600, -20) })
  }
}

async function addAudit({ found, days, add, addEnds }: Calls): Promise<void> {
  await addEnds('audit', 'audit', {}, 50)
  await addEnds('audit: action', 'audit', { action: 'dispute.escalate' }, 50)
  add('audit: days', 'audit', days(-500, -300))
  add('audit: actor', 'audit', { actor_id: 1 })
  add('audit: subject', 'audit', { subject: `user:${found.caregiver}` })
  add('audit: name', 'audit', { q: found.name })
  add('audit: two letters, old days', 'audit', { q: 'an', ...days(-600, -500) })
  add('audit: nobody', 'audit', { q: 'zzqx' })
}

function addFigures({ days, add }: Calls): void {
  const ranges = {
    default: {},
    week: days(-6, 0),
    year: days(-364, 0),
    'five years': days(-1_825, 0),
    'odd days': days(-410, -45),
  }
  for (const [range, query] of Object.entries(ranges)) {
    add(`tiles: ${range}`, 'analytics/summary', query)
    add(`engagement: ${range}`, 'analytics/monthly-engagement', query)
    add(`revenue: ${range}`, 'analytics/monthly-revenue', query)
  }
}
