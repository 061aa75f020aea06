import { Writable } from 'node:stream'
import { DAY_MS, MINUTES_PER_DAY } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { requireConsistency } from '../../../../test/consistency.ts'
import { logIn, makeUser, signUp, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { CAREGIVER_WORDS, FAMILY_WORDS, makePair, type Pair } from '../../../../test/factories/own-data.ts'
import { logInAgain, makeFamily } from '../../../../test/factories/profiles.ts'
import { dumpTables, findWords, listStored } from '../../../../test/own-data.ts'
import { PERSONAL_DATA } from '../../../personal-data/all.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { mailbox } from '../../../ports/mailer/tables.ts'
import { reconcile, verifyLedger } from '../../reconciliation/index.ts'
import { erasures } from '../tables.ts'
import { eraseAccount } from './erasure.ts'

let app: TestApp
let pair: Pair
let logged = ''
beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  app = await testApp({}, { log: createLog('debug', sink) })
  pair = await makePair(app)
}, 120_000)
afterAll(() => app.close())

async function close(person: TestUser) {
  const client = await logInAgain(app, person)
  const answer = await client.post('/api/account/close', { email: person.email })
  expect([answer.status, answer.body.detail]).toEqual([200, undefined])
}

const report = async ({ id }: { id: number }) =>
  (await app.deps.database.select().from(erasures).where(eq(erasures.userId, id)))[0]

/** All tables as text, without the one email that tells the person that it is done. */
async function dumpWithoutLastEmail({ email }: TestUser) {
  const last = await app.deps.database
    .delete(mailbox)
    .where(sql`${mailbox.recipient} = ${email} AND ${mailbox.subject} LIKE '%was erased'`)
  expect(last.rowCount).toBe(1)
  return dumpTables(app)
}

const SEARCHES = [
  '/api/auth/caregivers',
  '/api/admin-panel/search',
  ...['users', 'caregivers', 'caregivers/verification', 'caregivers/changes', 'requests', 'disputes'].map(
    (list) => `/api/admin-panel/${list}`,
  ),
  ...['payments', 'refunds', 'payouts', 'reports', 'audit'].map((list) => `/api/admin-panel/${list}`),
]

/** Searches for each word as an admin. @returns the searches that find something */
async function searchEverything(words: string[]) {
  const client = await logInAgain(app, pair.admin)
  const found = []
  for (const path of SEARCHES) {
    for (const word of words) {
      const { status, body } = await client.get(`${path}?q=${encodeURIComponent(word)}`)
      expect([path, status]).toEqual([path, 200])
      if (/"id":/.test(JSON.stringify(body))) found.push(`${path}: ${word}`)
    }
  }
  return found
}

async function requireSoundMoney() {
  await requireConsistency(app)
  expect(await verifyLedger(app.deps.database)).toEqual([])
  await reconcile(app.deps)
  const { rows } = await app.deps.database.execute(sql`SELECT * FROM reconciliation_differences`)
  expect(rows).toEqual([])
}

it('leaves a family’s words only in what others wrote, and the money adds up', async () => {
  const words = Object.values(FAMILY_WORDS)
  expect(findWords(await dumpTables(app), words).length).toBeGreaterThan(30)
  expect(await searchEverything(words)).not.toEqual([])
  const files = await listStored(app)
  await close(pair.family)
  await app.drain()
  await app.advance(13 * MINUTES_PER_DAY)
  expect(await report(pair.family)).toBeUndefined()
  await app.advance(MINUTES_PER_DAY + 20)
  await app.drain()
  expect(await report(pair.family)).toMatchObject({
    finishedAt: expect.any(Date),
    counts: { messages: expect.any(Number), family_profiles: 1, children: 1, 'stored files': 2 },
  })
  const dump = await dumpWithoutLastEmail(pair.family)
  expect(findTables(dump, words)).toEqual(OTHERS_TEXTS)
  const { email, phone, typedPhone, street, greeting, last, former } = FAMILY_WORDS
  expect(findTables(dump, [email, phone, typedPhone])).toEqual([])
  expect(findTables(dump, [street])).toEqual(['public.mailbox'])
  expect(dump.get('public.notifications')).not.toMatch(new RegExp(`${last}|${former}`))
  expect(findWords(dump, [greeting])).toEqual([`public.messages: ${greeting}`])
  expect((await listStored(app)).length).toBe(files.length - 2)

  expect(await searchEverything(words)).toEqual([])
  await requireSoundMoney()
})

/** What the other side and staff wrote, which stays as it is. */
const STAFF_TEXTS = [
  'public.admin_notes',
  'public.dispute_questions',
  'public.disputes',
  // The mailbox of the other side, and what our team wrote them.
  'public.mailbox',
  'public.report_decisions',
  'public.saved_views',
]
const OTHERS_TEXTS = [
  ...STAFF_TEXTS,
  'public.family_ratings',
  'public.messages',
  'public.notifications',
  'public.reports',
].sort()

/** The tables that have any of the words. */
const findTables = (dump: ReadonlyMap<string, string>, words: readonly string[]) =>
  [...new Set(findWords(dump, words).map((found) => found.split(':')[0]))].sort()

it('keeps what the other side and the law require', async () => {
  const client = await logInAgain(app, pair.caregiver)
  const { results } = (await client.get('/api/chat/conversations')).body
  expect(JSON.stringify(results)).toContain('Former member')
  const messages = (await client.get(`/api/chat/conversations/${results[0].id}/messages`)).body.results
  expect(JSON.stringify(messages)).toMatch(/Removed, because this person closed their account/)
  const booking = (await client.get(`/api/requests/bookings/caregiver/${pair.request.id}`)).body
  expect(booking).toMatchObject({ total_price_usd: 50 })
  const { rows } = await app.deps.database.execute(
    sql`SELECT rating, comment FROM reviews WHERE family_id = ${pair.family.id}`,
  )
  expect(rows).toEqual([{ rating: 5, comment: '' }])
})

it('resumes after it was killed, and leaves a caregiver’s words only in what staff wrote', async () => {
  const { caregiver } = pair
  const words = Object.values(CAREGIVER_WORDS)
  await close(caregiver)
  await app.drain()
  await app.deps.database.execute(sql`UPDATE users SET closed_at = closed_at - interval '15 days'
    WHERE id = ${caregiver.id}`)
  const steps = countSteps()
  for (
    let allowed = 0;
    (await report(caregiver))?.finishedAt === undefined || !(await report(caregiver))?.finishedAt;
    allowed += 3
  ) {
    await eraseAccount(app.deps, stopAfter(allowed), { userId: caregiver.id }).catch((error: Error) => {
      expect(error.message).toBe('killed')
    })
    expect(allowed).toBeLessThan(steps + 10)
  }
  const before = await report(caregiver)
  await eraseAccount(app.deps, PERSONAL_DATA, { userId: caregiver.id })
  expect(await report(caregiver)).toEqual(before)
  const dump = await dumpWithoutLastEmail(caregiver)
  expect(findTables(dump, words)).toEqual(STAFF_TEXTS)
  const { email, last, former } = CAREGIVER_WORDS
  expect(findTables(dump, [email])).toEqual([])
  expect(dump.get('public.notifications')).not.toMatch(new RegExp(`${last}|${former}`))
  expect(await listStored(app)).toEqual([])
  expect(await searchEverything([...words, ...Object.values(FAMILY_WORDS)])).toEqual([])
  await requireSoundMoney()
})

const countSteps = () => PERSONAL_DATA.flatMap(({ tables }) => tables).length * 2

/** The same data, whose steps end in an error after so many. */
function stopAfter(allowed: number): typeof PERSONAL_DATA {
  let done = 0
  const limit = <Step extends ((...values: never[]) => Promise<number>) | undefined>(step: Step) =>
    step &&
    ((...values: never[]) => {
      done += 1
      if (done > allowed) throw new Error('killed')
      return step(...values)
    })
  return PERSONAL_DATA.map((slice) => ({
    ...slice,
    tables: slice.tables.map((table) => ({
      ...table,
      ...(table.scrub && { scrub: limit(table.scrub) as typeof table.scrub }),
      ...(table.erase && { erase: limit(table.erase) as typeof table.erase }),
    })),
  }))
}

it('logs nothing about the erased people', () => {
  expect(logged.length).toBeGreaterThan(1_000)
  const found = [...Object.values(FAMILY_WORDS), ...Object.values(CAREGIVER_WORDS)].filter((word) =>
    logged.toLowerCase().includes(word.toLowerCase()),
  )
  expect(found).toEqual([])
})

it('frees the address for a new account, and is listed for admins by number', async () => {
  const body = {
    full_name: 'Someone New',
    email: FAMILY_WORDS.email,
    password: 'a quite long secret 42',
    role: 'caretaker',
  }
  const answer = await signUp(app, body)
  expect(answer.status).toBe(201)
  await app.drain()
  expect((await logIn(app, FAMILY_WORDS.email, 'correct horse 42')).status).toBe(401)

  const admin = await logInAgain(app, pair.admin)
  const list = await admin.get('/api/admin-panel/erasures')
  expect(list.body.results.map((row: { user_id: number }) => row.user_id)).toEqual([
    pair.caregiver.id,
    pair.family.id,
  ])
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  expect((await support.client.get('/api/admin-panel/erasures')).status).toBe(403)
})

it('waits for a dispute, but for no more than its evidence from day 28 on', async () => {
  const family = await makeFamily(app)
  await close(family)
  await app.deps.database.execute(sql`UPDATE users SET closed_at = closed_at - interval '20 days'
    WHERE id = ${family.id}`)
  await app.deps.database.execute(sql`
    INSERT INTO disputes (request_id, family_id, caregiver_id, type, reason, opened_at)
    SELECT id, ${family.id}, caregiver_id, 'service_quality', 'Open', now() FROM requests
      WHERE NOT EXISTS (SELECT FROM disputes WHERE request_id = requests.id AND ended_by IS DISTINCT FROM 'caretaker') LIMIT 1`)
  await app.deps.jobs.sweep()
  await app.drain()
  expect(await report(family)).toBeUndefined()
  await app.advance(9 * MINUTES_PER_DAY)
  await app.deps.jobs.sweep()
  await app.drain()
  expect(await report(family)).toMatchObject({ heldAt: expect.any(Date), finishedAt: null })
})

/** Closes the accounts and lets their 14 days pass. */
async function eraseAll(people: TestUser[]) {
  for (const person of people) await close(person)
  await app.advance(14 * MINUTES_PER_DAY + 20)
  await app.deps.jobs.sweep()
  await app.drain()
  for (const person of people) expect(await report(person)).toMatchObject({ finishedAt: expect.any(Date) })
}

it('changes no record of others for a name of one word, and deletes no job that moves money', async () => {
  const people = [await makeFamily(app, { name: 'User' }), await makeFamily(app, { name: 'Refundid' })]
  const runAt = new Date(app.deps.clock.now().getTime() + 300 * DAY_MS)
  const payloads: Record<string, object> = {
    'payments.refund': { refundId: 1, user: 'Paula' },
    'accounts.send-staff-email': { user: 7, kind: 'user' },
    // It would be deleted for the address, if it did not move money.
    'payouts.process': { payoutId: 1, to: people[0]?.email },
  }
  for (const [name, payload] of Object.entries(payloads)) {
    await withTransaction(app.deps.database, (transaction) =>
      app.deps.jobs.add(transaction, name as 'payments.refund', payload as { refundId: number }, { runAt }),
    )
  }
  await eraseAll(people)
  const { rows: entries } = await app.deps.database.execute<{ subject: string }>(
    sql`SELECT subject FROM audit_log WHERE action <> 'access.denied'`,
  )
  expect(entries.filter(({ subject }) => !/^[a-z]+:\w+$/.test(subject))).toEqual([])
  const { rows } = await app.deps.database.execute<{ payload: object }>(sql`
    SELECT payload FROM graphile_worker._private_jobs WHERE run_at > now() + interval '200 days' ORDER BY id`)
  for (const payload of Object.values(payloads)) {
    expect(rows).toContainEqual({ payload: expect.objectContaining(payload) })
  }
})

it('cuts a text that would become too long for its column', async () => {
  const { family, caregiver, id } = await makeConversation(app, {
    family: await makeUser(app, { role: 'caretaker', email: 'b@b.test' }),
    text: 'Hello',
  })
  const text = 'b@b.test '.repeat(440)
  expect((await caregiver.client.post(`/api/chat/conversations/${id}/messages`, { text })).status).toBe(201)
  await app.drain()
  await eraseAll([family])
  const { rows } = await app.deps.database.execute<{ text: string }>(
    sql`SELECT text FROM messages WHERE conversation_id = ${id} AND sender = 'caregiver'`,
  )
  expect(rows[0]?.text).toMatch(/^(Former member )+/)
  expect(rows[0]?.text).not.toMatch(/b@b/)
})
