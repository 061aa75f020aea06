import { toPublicName } from '@tendwell/contract/people/public-name'
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { waitForLocks } from '../../../../test/database.ts'
import {
  listAuditEntries,
  listEmailsTo,
  makeUser,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { makeConversation, openChatSocket, waitForPushes } from '../../../../test/factories/chat.ts'
import {
  logInAgain,
  makeCaregiver,
  makeFamily,
  makePicture,
  setVerificationStatus,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { decide, makeReport, makeReview } from '../../../../test/factories/reports.ts'
import { REMOVED_TEXT } from '../../../personal-data/classification.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { caregiverProfiles } from '../../profiles/index.ts'
import { findReport } from '../store.ts'

let app: TestApp
let support: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
})
afterAll(() => app.close())

const SECRET = 'my number is written here'
const NOTICE = 'Removed by Tendwell'
const hideReported = (id: number, more: object = {}) => decide(support, id, { measures: ['hide'], ...more })
const showAgain = (id: number) => support.client.post(`/api/admin-panel/reports/${id}/show`)
const readReport = async (id: number) => (await support.client.get(`/api/admin-panel/reports/${id}`)).body
const listBell = async ({ client }: { client: Client }) =>
  (await client.get('/api/notifications?status=all')).body.results
const findInBell = async (user: TestUser, type: string) =>
  (await listBell(user)).find((notification: { type: string }) => notification.type === type)

describe('hiding a message', () => {
  it('replaces its text for both people, in answers and frames, and keeps it for staff', async () => {
    const { id, caregiver, family, messageId } = await makeConversation(app, { text: SECRET })
    const report = await makeReport(caregiver, 'message', messageId)
    const sockets = [await openChatSocket(app, family), await openChatSocket(app, caregiver)]
    expect((await hideReported(report)).body).toMatchObject({
      is_hidden: true,
      decision: { measures: ['hide'] },
    })
    for (const socket of sockets) {
      const { message } = await socket.waitFor('message.changed')
      expect(message).toMatchObject({ id: messageId, text: NOTICE, is_removed: true })
      socket.send({ action: 'join', conversation_id: id, after: 0, client_id: 'catch-up' })
      expect((await socket.waitFor('joined')).messages).toMatchObject([{ text: NOTICE, is_removed: true }])
      expect(JSON.stringify(socket.frames)).not.toContain(SECRET)
      socket.socket.close()
    }
    await app.drain()
    for (const { client } of [family, caregiver]) {
      const conversation = `/api/chat/conversations/${id}`
      for (const path of [conversation, '/api/chat/conversations', `${conversation}/messages`]) {
        const text = JSON.stringify((await client.get(path)).body)
        expect([path, text.includes(SECRET), text.includes(NOTICE)]).toEqual([path, false, true])
      }
      expect(JSON.stringify(await listBell({ client }))).not.toContain(SECRET)
    }
    expect(JSON.stringify(await listEmailsTo(app, caregiver.email))).not.toContain(SECRET)
    expect(await readReport(report)).toMatchObject({ snapshot: { text: SECRET }, now: { text: SECRET } })
  })

  it('reaches a client that was away when it reconnects, and so does showing it again', async () => {
    const { id, caregiver, family, messageId } = await makeConversation(app, { text: SECRET })
    await family.client.post(`/api/chat/conversations/${id}/messages`, { text: 'Unchanged' })
    const report = await makeReport(caregiver, 'message', messageId)
    const catchUp = async (after: number) => {
      const socket = await openChatSocket(app, caregiver)
      socket.send({ action: 'join', conversation_id: id, after })
      const { messages, changed } = await socket.waitFor('joined')
      socket.socket.close()
      return [messages, changed].map((list) => list.map(({ text }) => text))
    }
    expect(await catchUp(2)).toEqual([[], []])
    await hideReported(report)
    expect(await catchUp(2)).toEqual([[], [NOTICE]])
    expect(await catchUp(0)).toEqual([[NOTICE, 'Unchanged'], []])
    await showAgain(report)
    expect(await catchUp(2)).toEqual([[], [SECRET]])
  })

  it('also applies to a repeat of the call that sent it', async () => {
    const [caregiver, family] = [await makeCaregiver(app), await makeFamily(app)]
    const start = () => {
      const body = { caregiver_id: caregiver.id, text: SECRET }
      return family.client.post('/api/chat/conversations/create', body, { 'idempotency-key': 'start' })
    }
    const { conversation, message } = (await start()).body
    const path = `/api/chat/conversations/${conversation.id}/messages`
    const send = () => family.client.post(path, { text: SECRET }, { 'idempotency-key': 'send' })
    for (const id of [message.id, (await send()).body.id])
      await hideReported(await makeReport(caregiver, 'message', id))
    expect((await start()).body).toMatchObject({
      conversation: { id: conversation.id, last_message: NOTICE },
      message: { id: message.id, text: NOTICE, is_removed: true },
    })
    expect(await send()).toMatchObject({ status: 201, body: { text: NOTICE, is_removed: true } })
    expect((await family.client.get(path)).body.count).toBe(2)
  })

  it('can be undone, once', async () => {
    const { id, caregiver, family, messageId } = await makeConversation(app, { text: SECRET })
    const report = await makeReport(caregiver, 'message', messageId)
    expect((await showAgain(report)).status).toBe(409)
    await hideReported(report)
    await waitForPushes(app)
    const socket = await openChatSocket(app, family)
    expect((await showAgain(report)).body.is_hidden).toBe(false)
    expect((await socket.waitFor('message.changed')).message).toMatchObject({
      text: SECRET,
      is_removed: false,
    })
    socket.socket.close()
    expect((await showAgain(report)).body.detail).toBe('This is already shown')
    const { body } = await family.client.get(`/api/chat/conversations/${id}/messages`)
    expect(body.results).toMatchObject([{ text: SECRET, is_removed: false }])
    const actions = (await listAuditEntries(app, family.id)).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['report.decided', 'report.shown-again']))
  })
})

describe('hiding a review', () => {
  it('takes it out of the average, the search and the lists in the same transaction', async () => {
    const caregiver = await makeCaregiver(app, { city: 'Reviewville' })
    const other = await makeCaregiver(app, { city: 'Reviewville' })
    const family = await makeFamily(app)
    await makeReview(app, { caregiver, family: await makeFamily(app) }, { rating: 5 })
    await makeReview(app, { caregiver: other, family: await makeFamily(app) }, { rating: 4 })
    const id = await makeReview(app, { caregiver, family }, { rating: 1, comment: SECRET })
    const report = await makeReport(caregiver, 'review', id)
    const read = async () => {
      const { body: found } = await app.visitor.get('/api/auth/caregivers?city=Reviewville')
      const { body: detail } = await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)
      const { body: summary } = await app.visitor.get(
        `/api/reviews/caregivers/${caregiver.id}/rating-summary`,
      )
      const { body: list } = await app.visitor.get(`/api/reviews/caregivers/${caregiver.id}/reviews`)
      return {
        found: found.results.map((row: { id: number }) => row.id),
        detail: [detail.average_rating, detail.total_reviews],
        summary: [summary.average_rating, summary.total_reviews],
        list: [list.count, JSON.stringify(list).includes(SECRET)],
      }
    }
    const before = { found: [other.id, caregiver.id], detail: [3, 2], summary: [3, 2], list: [2, true] }
    const after = { found: [caregiver.id, other.id], detail: [5, 1], summary: [5, 1], list: [1, false] }
    expect(await read()).toEqual(before)
    // The average is in the caregiver's profile. Locked, it stops the decision after the review was hidden.
    let hidden: Promise<unknown> | undefined
    await withTransaction(app.deps.database, async (transaction) => {
      const isCaregivers = eq(caregiverProfiles.userId, caregiver.id)
      await transaction.select().from(caregiverProfiles).where(isCaregivers).for('update')
      hidden = hideReported(report)
      await waitForLocks(app)
      expect(await read()).toEqual(before)
    })
    await hidden
    expect(await read()).toEqual(after)
    const { body: own } = await family.client.get('/api/reviews/reviews/my_reviews')
    expect(own.results).toMatchObject([{ id, comment: SECRET, is_hidden: true }])
    await showAgain(report)
    expect(await read()).toEqual(before)
  })
})

describe('hiding a profile', () => {
  const describeAs = (caregiver: TestUser, description: string) =>
    caregiver.client.patch('/api/auth/caregiver/profile', { description })
  const readPublic = async (id: number) => (await app.visitor.get(`/api/auth/caregivers/${id}`)).body
  const readOwn = async ({ client }: TestUser) => (await client.get('/api/auth/caregiver/profile')).body

  async function makeHidden() {
    const caregiver = await makeCaregiver(app, { verified: false })
    await describeAs(caregiver, SECRET)
    const form = toForm({ avatar: { content: await makePicture('png') } })
    await caregiver.client.upload('/api/auth/caregiver/avatar', form)
    await setVerificationStatus(app, caregiver.id, 'verified')
    const { avatar } = await readPublic(caregiver.id)
    const report = await makeReport(await makeFamily(app), 'profile', caregiver.id)
    await hideReported(report)
    return { caregiver, report, avatar }
  }

  it('hides photo and description from the public, but not from the caregiver and staff', async () => {
    const { caregiver, report, avatar } = await makeHidden()
    expect(await readPublic(caregiver.id)).toMatchObject({ description: '', avatar: null })
    expect((await app.visitor.get(avatar)).status).toBe(404)
    const found = await app.visitor.get(`/api/auth/caregivers?q=${encodeURIComponent('written number')}`)
    expect(found.body.results.map(({ id }: { id: number }) => id)).not.toContain(caregiver.id)
    expect(await readOwn(caregiver)).toMatchObject({
      description: SECRET,
      is_hidden: true,
      profile_complete: expect.any(Boolean),
    })
    const { now } = await readReport(report)
    expect(now.text).toBe(SECRET)
    expect((await support.client.get(now.photo)).status).toBe(200)
    await showAgain(report)
    expect(await readPublic(caregiver.id)).toMatchObject({ description: SECRET, avatar })
    expect((await app.visitor.get(avatar)).status).toBe(200)
  })

  it('ends when an admin approves a new description', async () => {
    const { caregiver } = await makeHidden()
    expect((await describeAs(caregiver, SECRET)).body.pending_changes).toBeNull()
    expect((await describeAs(caregiver, 'A calm one')).body).toMatchObject({
      description: 'A calm one',
      pending_changes: { description: 'A calm one' },
    })
    expect((await readPublic(caregiver.id)).description).toBe('')
    const { body } = await support.client.get(`/api/admin-panel/caregivers/changes?q=${caregiver.email}`)
    expect(body.results).toMatchObject([{ new_description: 'A calm one' }])
    await support.client.post(`/api/admin-panel/caregivers/${caregiver.id}/changes`, {
      change_id: body.results[0].change_id,
      decision: 'approve',
    })
    expect((await readPublic(caregiver.id)).description).toBe('A calm one')
    expect(await readOwn(caregiver)).toMatchObject({ is_hidden: false, pending_changes: null })
    expect((await describeAs(caregiver, 'Another one')).body.pending_changes).toBeNull()
    const { rows } = await app.deps.database.$client.query(
      "SELECT after FROM audit_log WHERE action = 'caregiver.change-approved' AND subject = $1",
      [`user:${caregiver.id}`],
    )
    expect(rows).toMatchObject([{ after: { isDescriptionChanged: true } }])
    expect(JSON.stringify(rows)).not.toContain('A calm one')
  })

  it('is not possible for a family', async () => {
    const { caregiver, family } = await makeConversation(app)
    const report = await makeReport(caregiver, 'profile', family.id)
    const answer = await hideReported(report)
    expect([answer.status, answer.body.measures]).toEqual([400, ["A family's profile can't be hidden"]])
    expect((await readReport(report)).can_hide).toBe(false)
  })
})

describe('a decision that fails after the hiding', () => {
  it.each(['review', 'message', 'profile'] as const)(
    'leaves a %s and what depends on it as it was',
    async (kind) => {
      const { caregiver, family, id: conversation, messageId } = await makeConversation(app, { text: SECRET })
      await caregiver.client.patch('/api/auth/caregiver/profile', { description: 'Calm' })
      const review = await makeReview(app, { caregiver, family }, { rating: 1, comment: SECRET })
      await makeReview(app, { caregiver, family: await makeFamily(app) }, { rating: 5 })
      const reporter = kind === 'profile' ? family : caregiver
      const target = { review, message: messageId, profile: caregiver.id }[kind]
      const report = await makeReport(reporter, kind, target)
      const reads = [
        `/api/auth/caregivers/${caregiver.id}`,
        `/api/reviews/caregivers/${caregiver.id}/rating-summary`,
        `/api/reviews/caregivers/${caregiver.id}/reviews`,
        `/api/chat/conversations/${conversation}/messages`,
        '/api/chat/conversations',
      ]
      const read = () => Promise.all(reads.map(async (path) => (await family.client.get(path)).body))
      const before = await read()
      const publish = vi.spyOn(app.deps.jobs, 'publish').mockRejectedValueOnce(new Error('The queue is gone'))
      expect((await hideReported(report)).status).toBe(500)
      publish.mockRestore()
      expect(await read()).toEqual(before)
      expect(await readReport(report)).toMatchObject({ is_hidden: false, decision: null })
      expect((await hideReported(report)).status).toBe(200)
      expect(await read()).not.toEqual(before)
    },
  )
})

describe('deciding', () => {
  it('decides all open reports of the same thing, and a second moderator gets a 409', async () => {
    const caregiver = await makeCaregiver(app)
    const ids = []
    for (const by of [await makeFamily(app), await makeFamily(app)]) {
      ids.push(await makeReport(by, 'profile', caregiver.id))
    }
    const admin = await makeUser(app, { role: 'admin' })
    const answers = await Promise.all([
      decide(support, ids[0] as number, { measures: ['warn'], message: 'Please be kind' }),
      decide(admin, ids[1] as number),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [first, second] = [await readReport(ids[0] as number), await readReport(ids[1] as number)]
    expect(first.decision).toEqual(second.decision)
    expect(first.decision.reports).toEqual(ids)
    expect((await decide(support, ids[0] as number)).status).toBe(409)
    expect((await decide(support, 99_999_999)).status).toBe(404)
  })

  it.each([
    [{ measures: ['warn'] }, 'message', 'Message is required'],
    [
      { measures: ['suspend'], message: 'x' },
      'suspended_until',
      'Choose the day on which the suspension ends',
    ],
    [{ measures: ['jail'] }, 'measures', 'Unknown measure'],
  ])('refuses %j', async (decision, field, message) => {
    const report = await makeReport(await makeFamily(app), 'profile', (await makeCaregiver(app)).id)
    const answer = await decide(support, report, decision)
    expect([answer.status, JSON.stringify(answer.body).includes(message), field in answer.body]).toEqual([
      400,
      true,
      true,
    ])
  })

  it('notifies the reported person of what and why but not who reported it, and every reporter of the decision', async () => {
    const { caregiver, family, messageId } = await makeConversation(app, { text: SECRET })
    const report = await makeReport(caregiver, 'message', messageId, { text: 'He said so' })
    await decide(support, report, { measures: ['hide', 'warn'], message: 'Please stay polite.' })
    await app.drain()
    const removed = await findInBell(family, 'content_removed')
    expect(removed).toMatchObject({
      type: 'content_removed',
      payload: {
        message: expect.stringContaining('This is a warning.'),
        quote: 'Please stay polite.',
        action_url: '/contact',
      },
    })
    expect(JSON.stringify(removed)).not.toContain(caregiver.fullName)
    const mails = await listEmailsTo(app, family.email)
    const mail = mails.find(({ subject }) => subject === 'We removed one of your messages')
    expect(mail?.text).toContain('Please stay polite.')
    expect(mail?.text).toContain(SECRET)
    expect(mail?.text).not.toContain('He said so')
    expect(mail?.text).not.toContain(caregiver.fullName)
    const named = `your report about a message from ${toPublicName(family.fullName)}`
    expect(await findInBell(caregiver, 'report_decided')).toMatchObject({
      payload: {
        message: expect.stringMatching(
          new RegExp(`^Thank you. We looked at ${named}, sent \\w{3} \\d+, and took action.`),
        ),
      },
    })
    const thanks = await listEmailsTo(app, caregiver.email)
    const thanked = thanks.find(({ subject }) => subject === 'We looked at your report')
    expect(thanked?.text).toContain(`${named}, sent`)
  })

  it('does not speak of a warning when something is only hidden', async () => {
    const { caregiver, family, messageId } = await makeConversation(app)
    await hideReported(await makeReport(caregiver, 'message', messageId))
    await app.drain()
    expect((await findInBell(family, 'content_removed')).payload.message).not.toContain('warning')
  })

  it('notifies only the reporter when it is dismissed', async () => {
    const { caregiver, family, messageId } = await makeConversation(app)
    await decide(support, await makeReport(caregiver, 'message', messageId))
    await app.drain()
    expect((await findInBell(caregiver, 'report_decided')).payload.message).toContain('found nothing')
    const types = (await listBell(family)).map(({ type }: { type: string }) => type)
    expect(types).not.toContain('content_removed')
    expect(types).not.toContain('moderation_warning')
  })

  it('never names the reporter in any answer to the reported person', async () => {
    const reporter = await makeFamily(app, { name: 'Quintessa Reporter' })
    const caregiver = await makeCaregiver(app)
    const report = await makeReport(reporter, 'profile', caregiver.id)
    await decide(support, report, { measures: ['hide', 'warn'], message: 'Please read our rules' })
    await app.drain()
    const paths = [
      '/api/notifications?status=all',
      '/api/auth/caregiver/profile',
      '/api/home',
      '/api/chat/conversations',
    ]
    for (const path of paths) {
      expect(JSON.stringify((await caregiver.client.get(path)).body)).not.toContain('Quintessa')
    }
    expect((await caregiver.client.get('/api/admin-panel/reports')).status).toBe(403)
    expect(await findReport(app.deps.database, report)).toMatchObject({ reporterId: reporter.id })
  })
})

describe('the queue', () => {
  it('counts open reports for support and admins', async () => {
    const report = await makeReport(await makeFamily(app), 'profile', (await makeCaregiver(app)).id)
    const count = async () => {
      const { body } = await support.client.get('/api/admin-panel/queue')
      return body.results.find(({ kind }: { kind: string }) => kind === 'reports')?.count ?? 0
    }
    const before = await count()
    await decide(support, report)
    expect(await count()).toBe(before - 1)
    const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
    const { body } = await finance.client.get('/api/admin-panel/queue')
    expect(body.results.map(({ kind }: { kind: string }) => kind)).not.toContain('reports')
  })
})

describe('a report about someone who closed their account', () => {
  it('is listed, read and dismissed with the evidence that their erasure leaves', async () => {
    const caregiver = await makeCaregiver(app)
    const reporter = await makeFamily(app)
    const id = await makeReport(reporter, 'profile', caregiver.id)
    expect((await caregiver.client.post('/api/account/close', { email: caregiver.email })).status).toBe(200)
    await app.advance(15 * MINUTES_PER_DAY)
    await app.drain()
    const admin = await logInAgain(app, await makeUser(app, { role: 'admin' }))
    for (const path of ['reports?state=open', `people/${caregiver.id}`]) {
      expect([path, (await admin.get(`/api/admin-panel/${path}`)).status]).toEqual([path, 200])
    }
    const { status, body } = await admin.get(`/api/admin-panel/reports/${id}`)
    expect([status, body.snapshot.name]).toEqual([200, caregiver.fullName])
    expect(body.snapshot.text).not.toBe(REMOVED_TEXT)
    expect(
      (await admin.post(`/api/admin-panel/reports/${id}/decision`, { measures: [] })).status,
    ).toBeLessThan(300)
  })
})
