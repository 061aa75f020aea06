import { randomUUID } from 'node:crypto'
import { addDays, addMonths } from '@tendwell/contract/time'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import {
  agreeAtProvider,
  findCheckOf,
  listCheckEmails,
  loseCheckWebhooks,
  makeCheck,
  openCheck,
  startCheck,
} from '../../../test/factories/background-checks.ts'
import { logInAgain, makeCaregiver } from '../../../test/factories/profiles.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { CheckRefusal } from '../../ports/background-checks/port.ts'
import { CHECKED } from '../../ports/background-checks/sandbox.ts'
import { completeCheck } from '../../ports/background-checks/sandbox-store.ts'
import { sandboxChecks } from '../../ports/background-checks/tables.ts'
import { processCheck } from './process.ts'
import { backgroundChecks } from './tables.ts'

const DAY_MINUTES = 24 * 60

let app: TestApp
let caregiver: TestUser
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  caregiver = await makeCaregiver(app)
})

const today = () => app.deps.clock.now().toISOString().slice(0, 10)
const readOwn = async (who = caregiver) =>
  (await (await logInAgain(app, who)).get('/api/background-checks/mine')).body
const readPublic = async (who = caregiver) => (await app.visitor.get(`/api/auth/caregivers/${who.id}`)).body
const countChecks = async () => {
  const [row] = await app.deps.database
    .select({ count: count() })
    .from(backgroundChecks)
    .where(eq(backgroundChecks.caregiverId, caregiver.id))
  return row?.count
}
/** Ends a check at the provider with a result, in place of an earlier one. */
const finishAtProvider = (reference: string | null, result: 'clear' | 'needs_review') =>
  withTransaction(app.deps.database, (transaction) =>
    completeCheck(transaction, app.deps, reference ?? '', result),
  )
const listMails = async () => (await listCheckEmails(app, caregiver)).map(({ subject }) => subject)

describe('starting', () => {
  it('opens a page at the provider, which gets only a number and a return address', async () => {
    expect(await readOwn()).toEqual({
      offer: {
        checked: [...CHECKED],
        provider: 'Sandbox Screening',
        help_url: `${app.url}/sandbox/background-help`,
      },
      can_start: true,
      can_start_from: null,
      check: null,
      badge: null,
    })
    const { status, body } = await startCheck(caregiver.client)
    expect([status, body.can_start, body.check]).toEqual([
      200,
      false,
      {
        id: expect.any(Number),
        status: 'requested',
        checked: [...CHECKED],
        provider: 'Sandbox Screening',
        requested_at: expect.any(String),
        completed_on: null,
        decision: null,
        identity: null,
        page_url: null,
      },
    ])
    await app.drain()
    const { page_url: pageUrl } = (await readOwn()).check
    expect(pageUrl).toMatch(/\/sandbox\/background-check\/bgc_test_[0-9a-f]{36}$/)
    const [stored] = await app.deps.database
      .select()
      .from(sandboxChecks)
      .where(eq(sandboxChecks.id, pageUrl.split('/').at(-1)))
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${caregiver.email}|${caregiver.fullName}`))
    expect(stored?.returnUrl).toBe(`${app.url}/caregiver/profile#background-check`)
  })

  it('starts one check when it is pressed several times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => startCheck(caregiver.client)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ body }) => body.check.id)).size).toBe(1)
    await app.drain()
    expect(await countChecks()).toBe(1)
    const { id } = await findCheckOf(app, caregiver)
    const opened = await app.deps.database.select().from(sandboxChecks).where(eq(sandboxChecks.checkId, id))
    expect(opened).toHaveLength(1)
  })

  it('never has two open checks, whatever the code does', async () => {
    const { id: _, reference: __, ...check } = await openCheck(app, caregiver)
    await expect(app.deps.database.insert(backgroundChecks).values(check)).rejects.toThrow()
  })

  it('refuses a list that differs from what is checked', async () => {
    for (const agreedTo of [[], ['Identity'], [...CHECKED].reverse()]) {
      const { status, body } = await startCheck(caregiver.client, agreedTo)
      expect([status, body.detail]).toEqual([409, expect.stringMatching(/has changed/)])
    }
    expect(await countChecks()).toBe(0)
  })

  it('answers a repeated key once, and refuses it with another body', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const send = (agreed_to: readonly string[]) =>
      caregiver.client.post('/api/background-checks', { agreed_to }, headers)
    expect((await send(CHECKED)).status).toBe(200)
    expect((await send(CHECKED)).status).toBe(200)
    expect((await send(['Identity'])).status).toBe(409)
    expect(await countChecks()).toBe(1)
  })

  it('ends with a mail when the provider refuses', async () => {
    const provider = app.deps.backgroundChecks
    if (!provider) throw new Error('Background checks are off')
    const { open } = provider
    provider.open = () => Promise.reject(new CheckRefusal('This country is not covered'))
    await startCheck(caregiver.client)
    await app.drain()
    provider.open = open
    expect((await readOwn()).check.status).toBe('canceled')
    expect(await listMails()).toEqual(['Your background check wasn’t finished'])
    expect((await readOwn()).can_start).toBe(true)
  })
})

describe('a result', () => {
  it('becomes a badge with what was checked, the provider, the date and the last day', async () => {
    await makeCheck(app, caregiver)
    const badge = {
      checked: [...CHECKED],
      provider: 'Sandbox Screening',
      completed_on: today(),
      valid_until: addMonths(today(), 12),
      reviewed_by_us: false,
    }
    const detail = await readPublic()
    expect(detail.background_check).toEqual(badge)
    expect(detail.has_background_check).toBe(true)
    expect((await readOwn()).badge).toEqual(badge)
    expect((await readOwn()).check).toMatchObject({ status: 'clear', page_url: null })
    expect(await listMails()).toEqual(['Your background check is clear'])
  })

  it('that needs a review is never public, and only staff see the report', async () => {
    const check = await makeCheck(app, caregiver, 'needs_review')
    expect(check.status).toBe('needs_review')
    const answers = [
      await readPublic(),
      (await app.visitor.get('/api/auth/caregivers?page_size=24')).body,
      (await app.visitor.get(`/caregivers/${caregiver.id}`)).body,
    ]
    expect(JSON.stringify(answers)).not.toMatch(/needs_review|background-report|bgc_test|"decision"/)
    expect(answers[0]).toMatchObject({ background_check: null, has_background_check: false })
    expect(JSON.stringify(await readOwn())).not.toMatch(/background-report|report_url/)
    expect(await listMails()).toEqual(['Your background check needs a little more time'])
  })

  it('that was canceled changes nothing on the page, and a new check can be started', async () => {
    await makeCheck(app, caregiver, 'canceled')
    expect(await readPublic()).toMatchObject({ background_check: null, has_background_check: false })
    expect(await listMails()).toEqual(['Your background check wasn’t finished'])
    expect((await readOwn()).can_start).toBe(true)
    expect((await startCheck(caregiver.client)).status).toBe(200)
    expect(await countChecks()).toBe(2)
  })

  it('expires when the provider closes its page', async () => {
    const opened = await openCheck(app, caregiver)
    await app.advance(8 * DAY_MINUTES)
    expect((await agreeAtProvider(app, opened)).status).toBe(410)
    expect((await findCheckOf(app, caregiver)).status).toBe('expired')
    expect(await listMails()).toEqual(['Your background check wasn’t finished'])
  })

  it('is private: another caregiver reads and starts only their own', async () => {
    await makeCheck(app, caregiver)
    const other = await makeCaregiver(app)
    expect(await readOwn(other)).toMatchObject({ check: null, badge: null, can_start: true })
    expect(await readPublic(other)).toMatchObject({ background_check: null, has_background_check: false })
    const family = await makeUser(app, { role: 'caretaker' })
    for (const answer of [
      await family.client.get('/api/background-checks/mine'),
      await startCheck(family.client),
      await other.client.get(`/api/admin-panel/people/${caregiver.id}`),
    ]) {
      expect(answer.status).toBe(403)
    }
  })
})

describe('after a crash', () => {
  /** Lets a call to the provider take effect, and then the process die before its result is recorded. */
  async function failOnce(call: 'open' | 'read'): Promise<void> {
    const provider = app.deps.backgroundChecks
    if (!provider) throw new Error('Background checks are off')
    const original = provider[call] as (...given: unknown[]) => Promise<unknown>
    Object.assign(provider, {
      [call]: async (...given: unknown[]) => {
        await original(...given)
        Object.assign(provider, { [call]: original })
        throw new Error('The process was killed')
      },
    })
  }

  test('between opening the check and recording it, the same check is found again', async () => {
    await startCheck(caregiver.client)
    const { id } = await findCheckOf(app, caregiver)
    await failOnce('open')
    await expect(processCheck(app.deps, id)).rejects.toThrow('killed')
    expect((await findCheckOf(app, caregiver)).reference).toBeNull()
    await processCheck(app.deps, id)
    await processCheck(app.deps, id)
    const opened = await app.deps.database.select().from(sandboxChecks).where(eq(sandboxChecks.checkId, id))
    expect(opened.map((one) => one.id)).toEqual([(await findCheckOf(app, caregiver)).reference])
  })

  test('between agreeing and opening the check, the sweep opens it', async () => {
    await startCheck(caregiver.client)
    await app.deps.database.execute(
      "DELETE FROM graphile_worker._private_jobs WHERE payload::text LIKE '%checkId%'",
    )
    await app.advance(40)
    expect((await readOwn()).check.page_url).toMatch(/sandbox/)
  })

  test('between reading the result and recording it, it is read again and mailed once', async () => {
    const opened = await openCheck(app, caregiver)
    await agreeAtProvider(app, opened, 'needs_review')
    await loseCheckWebhooks(app)
    await failOnce('read')
    await expect(processCheck(app.deps, opened.id)).rejects.toThrow('killed')
    for (const _ of [1, 2, 3]) await processCheck(app.deps, opened.id)
    expect((await findCheckOf(app, caregiver)).status).toBe('needs_review')
    expect(await listMails()).toEqual(['Your background check needs a little more time'])
  })

  test('the sweep makes up for a lost webhook', async () => {
    const opened = await openCheck(app, caregiver)
    await agreeAtProvider(app, opened, 'needs_review')
    await loseCheckWebhooks(app)
    await app.drain()
    expect((await findCheckOf(app, caregiver)).status).toBe('requested')
    await app.advance(40)
    expect((await findCheckOf(app, caregiver)).status).toBe('needs_review')
  })
})

describe('the badge', () => {
  it('disappears after its last day, with a reminder 30 days before', async () => {
    const until = (await makeCheck(app, caregiver)).validUntil ?? ''
    const daysTo = (day: string) => Math.round((Date.parse(day) - Date.parse(today())) / 86_400_000)
    await app.advance(daysTo(addDays(until, -31)) * DAY_MINUTES)
    expect(await listMails()).toEqual(['Your background check is clear'])
    expect((await readOwn()).can_start).toBe(false)
    expect((await startCheck(await logInAgain(app, caregiver))).status).toBe(409)

    await app.advance(DAY_MINUTES)
    await app.advance(DAY_MINUTES)
    const reminded = ['Your background check is clear', 'Your background check ends soon']
    expect(await listMails()).toEqual(reminded)
    expect((await readOwn()).can_start).toBe(true)

    await app.advance(daysTo(until) * DAY_MINUTES)
    expect(await readPublic()).toMatchObject({ has_background_check: true })
    await app.advance(DAY_MINUTES)
    expect(await readPublic()).toMatchObject({ background_check: null, has_background_check: false })
    expect((await readOwn()).badge).toBeNull()
    expect(await listMails()).toEqual(reminded)
  })

  it('disappears when the provider finds something later, which a monthly reading shows', async () => {
    const { reference } = await makeCheck(app, caregiver)
    await finishAtProvider(reference, 'needs_review')
    await loseCheckWebhooks(app)
    await app.advance(29 * DAY_MINUTES)
    expect((await readPublic()).has_background_check).toBe(true)
    await app.advance(2 * DAY_MINUTES)
    expect(await readPublic()).toMatchObject({ background_check: null, has_background_check: false })
    expect((await readOwn()).check).toMatchObject({ status: 'needs_review', decision: null })
    expect(await listMails()).toEqual([
      'Your background check is clear',
      'Something changed in your background check',
    ])
  })

  it('disappears at once when the provider reports that, and comes back with a clear result', async () => {
    const { reference } = await makeCheck(app, caregiver)
    await finishAtProvider(reference, 'needs_review')
    await app.drain()
    expect((await readPublic()).has_background_check).toBe(false)
    await finishAtProvider(reference, 'clear')
    await app.drain()
    expect((await readPublic()).has_background_check).toBe(true)
  })

  it('gives way to a newer check that is open when something is found in the earlier one', async () => {
    const { id, reference } = await makeCheck(app, caregiver)
    await app.advance(340 * DAY_MINUTES)
    const newer = await openCheck(app, { ...caregiver, client: await logInAgain(app, caregiver) })
    await finishAtProvider(reference, 'needs_review')
    await app.drain()
    const [earlier] = await app.deps.database
      .select()
      .from(backgroundChecks)
      .where(eq(backgroundChecks.id, id))
    expect(earlier).toMatchObject({ status: 'canceled', validUntil: null })
    expect((await readPublic()).has_background_check).toBe(false)
    expect((await findCheckOf(app, caregiver)).id).toBe(newer.id)
  })

  it('can be renewed in its last 30 days, and keeps counting meanwhile', async () => {
    await makeCheck(app, caregiver)
    await app.advance(340 * DAY_MINUTES)
    const again = { ...caregiver, client: await logInAgain(app, caregiver) }
    await makeCheck(app, again, 'needs_review')
    expect((await readPublic()).background_check.completed_on).not.toBe(today())
  })
})

it('offers nothing and shows no badge where checks are off', async () => {
  await makeCheck(app, caregiver)
  const settings = { BACKGROUND_CHECKS: 'off', DATA_DIR: app.deps.config.dataDir }
  const off = await testApp(settings, { databaseUrl: app.databaseUrl })
  try {
    const client = off.withToken(caregiver.token)
    expect((await client.get('/api/background-checks/mine')).body).toEqual({
      offer: null,
      can_start: false,
      can_start_from: null,
      check: null,
      badge: null,
    })
    expect((await startCheck(client)).status).toBe(409)
    expect((await off.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).body).toMatchObject({
      background_check: null,
      has_background_check: false,
    })
    expect((await off.visitor.post('/api/background-checks/webhooks/sandbox', {})).status).toBe(404)
  } finally {
    await off.close()
  }
})
