import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { makeCaregiver, makeFamily, setActive } from '../../../../test/factories/profiles.ts'
import { decide, makeReport, makeReview, report } from '../../../../test/factories/reports.ts'

let app: TestApp
let support: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
})
afterAll(() => app.close())

const readReport = async (id: number) => (await support.client.get(`/api/admin-panel/reports/${id}`)).body

describe('reporting a message', () => {
  it('keeps a copy of what the other side wrote', async () => {
    const { caregiver, family, messageId } = await makeConversation(app, { text: 'Pay me in cash' })
    const answer = await report(caregiver, 'message', messageId, {
      reason: 'outside_payment',
      text: ' He asked twice. ',
    })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        kind: 'message',
        created_at: expect.stringMatching(/Z$/),
        blockable: { id: family.id, full_name: family.fullName },
      },
    ])
    expect(await readReport(answer.body.id)).toMatchObject({
      kind: 'message',
      reason: 'outside_payment',
      text: 'He asked twice.',
      reporter: { id: caregiver.id, role: 'caregiver' },
      reported: { id: family.id, role: 'caretaker' },
      snapshot: { text: 'Pay me in cash' },
      now: { text: 'Pay me in cash' },
      is_hidden: false,
      decision: null,
    })
  })

  it('is not possible for outsiders, the author, and messages that do not exist', async () => {
    const { family, messageId } = await makeConversation(app)
    const strangers = [await makeFamily(app), await makeCaregiver(app), family]
    const answers = await Promise.all(strangers.map((by) => report(by, 'message', messageId)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await report(family, 'message', 99_999_999)).body).toMatchObject({ code: 'not_found' })
    expect((await report(support, 'message', messageId)).status).toBe(403)
  })

  it('returns the same report for repeats, even at once, until it is decided', async () => {
    const { caregiver, messageId } = await makeConversation(app)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => report(caregiver, 'message', messageId)),
    )
    const [first] = answers
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => first?.body))
    await decide(support, first?.body.id)
    expect(await makeReport(caregiver, 'message', messageId)).not.toBe(first?.body.id)
  })
})

it('stores a repeat as a new report when the open one is decided at that moment', async () => {
  const { caregiver, messageId } = await makeConversation(app)
  const first = await makeReport(caregiver, 'message', messageId)
  const client = app.deps.database.$client
  // Decides after an insert that found the open report, before that report is read.
  await client.query(`CREATE FUNCTION decide_meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM added) THEN RETURN NULL; END IF;
    WITH decision AS (
      INSERT INTO report_decisions (measures, message, note, decided_by, decided_at)
      VALUES ('{}', '', '', ${support.id}, now()) RETURNING id)
    UPDATE reports SET decision_id = decision.id FROM decision WHERE reports.id = ${first};
    RETURN NULL; END $$`)
  await client.query(`CREATE TRIGGER decide_meanwhile AFTER INSERT ON reports REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION decide_meanwhile()`)
  const repeat = await report(caregiver, 'message', messageId)
  await client.query('DROP FUNCTION decide_meanwhile CASCADE')
  expect(repeat.status).toBe(201)
  expect(repeat.body.id).not.toBe(first)
  expect((await readReport(first)).decision).toMatchObject({ measures: [] })
  expect((await readReport(repeat.body.id)).decision).toBeNull()
})

describe('reporting a review', () => {
  it('is possible for everyone who reads it and the caregiver, but not for its author', async () => {
    const pair = { caregiver: await makeCaregiver(app), family: await makeFamily(app) }
    const id = await makeReview(app, pair, { rating: 1, comment: 'Rude' })
    const reader = await makeFamily(app)
    for (const by of [reader, pair.caregiver]) expect((await report(by, 'review', id)).status).toBe(201)
    expect((await report(pair.family, 'review', id)).status).toBe(404)
    expect((await app.visitor.post('/api/reports', { kind: 'review', id, reason: 'scam' })).status).toBe(401)
    const { snapshot, same } = await readReport(await makeReport(reader, 'review', id))
    expect(snapshot).toEqual({ text: 'Rude', rating: 1, name: null })
    expect(same.map(({ reporter }: { reporter: { id: number } }) => reporter.id)).toEqual([pair.caregiver.id])
  })

  it('is not possible for reviews that are not shown', async () => {
    const pair = { caregiver: await makeCaregiver(app), family: await makeFamily(app) }
    const id = await makeReview(app, pair, { rating: 1 })
    await setActive(app, pair.family.id, false)
    expect((await report(await makeFamily(app), 'review', id)).status).toBe(404)
  })
})

describe('reporting a profile', () => {
  it('is possible for families about listed caregivers, and for those who know each other', async () => {
    const listed = await makeCaregiver(app)
    const hidden = await makeCaregiver(app, { verified: false })
    const stranger = await makeFamily(app)
    expect((await report(stranger, 'profile', listed.id)).status).toBe(201)
    expect((await report(stranger, 'profile', hidden.id)).status).toBe(404)
    expect((await report(stranger, 'profile', stranger.id)).status).toBe(404)
    expect((await report(stranger, 'profile', support.id)).status).toBe(404)
    expect((await report(listed, 'profile', stranger.id)).status).toBe(404)
    const { caregiver, family } = await makeConversation(app)
    expect((await report(caregiver, 'profile', family.id)).status).toBe(201)
    expect((await report(caregiver, 'profile', stranger.id)).status).toBe(404)
  })
})

describe('the person a report offers to block', () => {
  const blockableBy = async (...args: Parameters<typeof report>) => (await report(...args)).body.blockable

  it('is someone the reporter knows and has not blocked, whatever state their account is in', async () => {
    const { caregiver, family } = await makeConversation(app)
    expect(await blockableBy(await makeFamily(app), 'profile', caregiver.id)).toBeNull()
    const offered = { id: caregiver.id, full_name: caregiver.fullName }
    await caregiver.client.post('/api/blocks', { user_id: family.id, reason: 'spam' })
    expect(await blockableBy(family, 'profile', caregiver.id)).toEqual(offered)
    await family.client.post('/api/blocks', { user_id: caregiver.id, reason: 'spam' })
    expect(await blockableBy(family, 'profile', caregiver.id)).toBeNull()
  })

  it('is the author of a review for the caregiver, and no one for other families', async () => {
    const pair = { caregiver: await makeCaregiver(app), family: await makeFamily(app) }
    const id = await makeReview(app, pair, { rating: 1 })
    expect(await blockableBy(await makeFamily(app), 'review', id)).toBeNull()
    expect(await blockableBy(pair.caregiver, 'review', id)).toMatchObject({ id: pair.family.id })
  })
})

describe('the limits', () => {
  it.each([
    [{ reason: 'dislike' }, 'reason', 'Please choose a reason'],
    [{ text: 'x'.repeat(1_001) }, 'text', 'Details must be at most 1000 characters'],
  ])('refuses %j', async (more, field, message) => {
    const { caregiver, messageId } = await makeConversation(app)
    const answer = await report(caregiver, 'message', messageId, more)
    expect([answer.status, answer.body[field]]).toEqual([400, [message]])
  })

  it('allows 20 reports a day', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' })
    try {
      const family = await makeFamily(limited)
      const { body: first } = await report(family, 'profile', (await makeCaregiver(limited)).id)
      expect(first.id).toEqual(expect.any(Number))
      for (let index = 1; index < 20; index += 1) {
        await makeReport(family, 'profile', (await makeCaregiver(limited)).id)
      }
      const refused = await report(family, 'profile', (await makeCaregiver(limited)).id)
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    } finally {
      await limited.close()
    }
  }, 60_000)
})

describe('the console', () => {
  it('is open to support and admins only', async () => {
    const { caregiver, family, messageId } = await makeConversation(app)
    const id = await makeReport(caregiver, 'message', messageId)
    const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
    for (const { client } of [finance, caregiver, family]) {
      for (const path of ['', `/${id}`, `/${id}/messages`, '/export']) {
        expect((await client.get(`/api/admin-panel/reports${path}`)).status).toBe(403)
      }
      expect((await decide({ client }, id)).status).toBe(403)
      expect((await client.post(`/api/admin-panel/reports/${id}/show`)).status).toBe(403)
    }
    const admin = await makeUser(app, { role: 'admin' })
    expect((await admin.client.get(`/api/admin-panel/reports/${id}`)).status).toBe(200)
  })

  it('lists, filters and finds reports', async () => {
    const { caregiver, family, messageId } = await makeConversation(app)
    const id = await makeReport(caregiver, 'message', messageId, { reason: 'scam' })
    const decided = await makeReport(family, 'profile', caregiver.id)
    await decide(support, decided)
    const list = async (query: string) => {
      const { body } = await support.client.get(`/api/admin-panel/reports?person_id=${family.id}&${query}`)
      return body.results.map((row: { id: number }) => row.id)
    }
    expect(await list('')).toEqual([decided, id])
    expect(await list('sort=created_at')).toEqual([id, decided])
    expect(await list('state=open')).toEqual([id])
    expect(await list('state=closed')).toEqual([decided])
    expect(await list('kind=profile')).toEqual([decided])
    expect(await list('reason=scam')).toEqual([id])
    expect(await list(`q=${id}`)).toContain(id)
    expect(await list(`q=${encodeURIComponent(caregiver.email)}`)).toEqual([decided, id])
    const csv = await support.client.get(`/api/admin-panel/reports/export?person_id=${family.id}`)
    expect(csv.body).toContain(`"${decided}","Profile","Harassment or insults"`)
    const record = await readReport(id)
    expect(record.by_reporter).toEqual([])
    expect((await readReport(decided)).about_reported).toEqual([])
  })

  it('audits the reading of the messages around a reported one', async () => {
    const { id: conversation, caregiver, family } = await makeConversation(app, { text: 'First' })
    const path = `/api/chat/conversations/${conversation}/messages`
    const texts = Array.from({ length: 12 }, (_, index) => `Message ${index + 1}`)
    const ids: number[] = []
    for (const text of texts) ids.push((await family.client.post(path, { text })).body.id)
    const id = await makeReport(caregiver, 'message', ids[6] as number)
    const { body } = await support.client.get(`/api/admin-panel/reports/${id}/messages`)
    expect(body.results.map(({ text }: { text: string }) => text)).toEqual(texts.slice(1, 12))
    expect(body.results.filter((row: { is_reported: boolean }) => row.is_reported)).toMatchObject([
      { id: ids[6], sender: { id: family.id } },
    ])
    const admin = await makeUser(app, { role: 'admin' })
    const { body: log } = await admin.client.get('/api/admin-panel/audit?action=messages.opened')
    expect(log.results[0]).toMatchObject({ subject: `report:${id}`, actor: { id: support.id } })
    const aboutProfile = await makeReport(caregiver, 'profile', family.id)
    expect((await support.client.get(`/api/admin-panel/reports/${aboutProfile}/messages`)).status).toBe(404)
  })
})
