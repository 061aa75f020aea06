import type { DisputeStep } from '@tendwell/contract/console/disputes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeDispute, type TestDispute } from '../../../../test/factories/disputes.ts'
import { PDF, setActive, toForm } from '../../../../test/factories/profiles.ts'

let app: TestApp
let admin: TestUser
let support: TestUser
let finance: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
})
afterAll(() => app.close())

const pathOf = ({ id }: Pick<TestDispute, 'id'>) => `/api/admin-panel/disputes/${id}`
const assignDispute = (dispute: Pick<TestDispute, 'id'>, id: unknown, by = support) =>
  by.client.patch(pathOf(dispute), { assignee_id: id })
const listDisputeIds = async ({ client }: TestUser, query: string): Promise<number[]> => {
  const { body } = await client.get(`/api/admin-panel/disputes?${query}`)
  return body.results.map(({ id }: { id: number }) => id)
}
const toPerson = ({ id, fullName }: TestUser) => ({ id, name: fullName })

describe('the assignee', () => {
  it('is set and taken back by support, shown in the record and the list, and audited', async () => {
    const dispute = await makeDispute(app)
    expect((await support.client.get(pathOf(dispute))).body.assignee).toBeNull()
    const assigned = await assignDispute(dispute, support.id)
    expect([assigned.status, assigned.body.assignee]).toEqual([200, toPerson(support)])
    await assignDispute(dispute, support.id)
    const { body } = await admin.client.get(`/api/admin-panel/disputes?q=${dispute.id}`)
    expect(body.results[0].assignee).toEqual(toPerson(support))
    expect((await assignDispute(dispute, null, admin)).body.assignee).toBeNull()

    const { body: history } = await admin.client.get(`/api/admin-panel/history?subject=dispute:${dispute.id}`)
    // The answer to an assignment is the whole dispute, so it counts as opening it.
    expect(history.results).toMatchObject([
      { action: 'dispute.viewed', actor: toPerson(admin), times: 1 },
      {
        action: 'dispute.assign',
        actor: toPerson(admin),
        before: { assigneeId: support.fullName },
        after: { assigneeId: null },
      },
      { action: 'dispute.assign', actor: toPerson(support), after: { assigneeId: support.fullName } },
      { action: 'dispute.viewed', actor: toPerson(support), times: 3 },
    ])
  })

  it('is notified by a colleague’s assignment, and not by their own', async () => {
    const [given, taken] = [await makeDispute(app), await makeDispute(app)]
    await assignDispute(given, support.id, admin)
    await assignDispute(taken, support.id)
    await app.drain()
    const { body } = await support.client.get('/api/notifications?status=all')
    const notices = body.results.filter(({ type }: { type: string }) => type === 'dispute_assigned')
    expect(notices).toMatchObject([
      { payload: { dispute_id: given.id, action_url: `/admin/disputes/${given.id}` } },
    ])
    expect(notices[0].payload.message).toMatch(`${admin.fullName} assigned dispute`)
  })

  it('filters the list by me, nobody and anyone', async () => {
    const [mine, free] = [await makeDispute(app), await makeDispute(app)]
    await assignDispute(mine, support.id)
    expect(await listDisputeIds(support, 'assignee=me')).toContain(mine.id)
    expect(await listDisputeIds(support, 'assignee=me')).not.toContain(free.id)
    expect(await listDisputeIds(admin, 'assignee=me')).toEqual([])
    expect(await listDisputeIds(support, 'assignee=nobody')).toContain(free.id)
    expect(await listDisputeIds(support, 'assignee=nobody')).not.toContain(mine.id)
    expect(await listDisputeIds(support, 'assignee=anyone')).toEqual(await listDisputeIds(support, ''))
    expect((await support.client.get('/api/admin-panel/disputes?assignee=12')).status).toBe(400)
  })

  it('counts as nobody once they no longer work on disputes', async () => {
    const dispute = await makeDispute(app)
    const colleague = await makeUser(app, { role: 'admin', staffRole: 'support' })
    await assignDispute(dispute, colleague.id)
    expect(await listDisputeIds(support, 'assignee=nobody')).not.toContain(dispute.id)
    await setActive(app, colleague.id, false)
    expect(await listDisputeIds(support, 'assignee=nobody')).toContain(dispute.id)
  })

  it('is one of the active staff who work on disputes', async () => {
    const dispute = await makeDispute(app)
    const left = await makeUser(app, { role: 'admin', staffRole: 'support' })
    await setActive(app, left.id, false)
    for (const { id } of [
      finance,
      left,
      dispute.request.family,
      dispute.request.caregiver,
      { id: 99_999_999 },
    ]) {
      const { status, body } = await assignDispute(dispute, id)
      expect([status, body.assignee_id]).toEqual([400, ['Choose someone who works on disputes']])
    }
    for (const id of ['me', 1.5, undefined]) expect((await assignDispute(dispute, id)).status).toBe(400)
    const { body } = await support.client.get('/api/admin-panel/disputes/assignees')
    expect(body.results).toContainEqual(toPerson(admin))
    expect(body.results).toContainEqual(toPerson(support))
    const ids = body.results.map(({ id }: { id: number }) => id)
    expect(ids).not.toContain(finance.id)
    expect(ids).not.toContain(left.id)
    expect((await support.client.get(pathOf(dispute))).body.assignee).toBeNull()
  })

  it('is changed by nobody else, and not after the end', async () => {
    const dispute = await makeDispute(app)
    const { family, caregiver } = dispute.request
    for (const person of [finance, family, caregiver]) {
      expect((await assignDispute(dispute, support.id, person)).status).toBe(403)
    }
    expect((await assignDispute({ id: 99_999_999 }, support.id)).status).toBe(404)
    await family.client.patch(`/api/disputes/${dispute.id}/close`, {})
    const late = await assignDispute(dispute, support.id)
    expect([late.status, late.body.detail]).toEqual([409, "This dispute is closed, so it can't be assigned"])
  })
})

describe('the resolution', () => {
  it.each(['reject', 'close'] as const)(
    'may be left out to %s, and not be blank or too long',
    async (step) => {
      const dispute = await makeDispute(app)
      if (step === 'close') await support.client.post(`${pathOf(dispute)}/escalate`)
      const blank = await support.client.post(`${pathOf(dispute)}/${step}`, { resolution: ' \n' })
      expect([blank.status, blank.body.resolution]).toEqual([400, ['Resolution is required']])
      const long = await support.client.post(`${pathOf(dispute)}/${step}`, { resolution: 'x'.repeat(2_001) })
      expect(long.body.resolution).toEqual(['Resolution must be at most 2000 characters'])
      const { body } = await support.client.get(pathOf(dispute))
      expect(body).toMatchObject({ status: step === 'close' ? 'escalated' : 'submitted', resolution: null })
      const done = await support.client.post(`${pathOf(dispute)}/${step}`)
      const ended = step === 'close' ? 'closed' : 'rejected'
      expect(done.body).toMatchObject({
        status: ended,
        refund_usd: 0,
        resolution: 'We reviewed this dispute and closed it.',
      })
    },
  )

  it('reaches both sides on their page, in the bell and by mail', async () => {
    const dispute = await makeDispute(app)
    await support.client.post(`${pathOf(dispute)}/escalate`)
    const resolution = 'The visit was cut short.\nWe refund the missing hour.'
    const closing = { resolution: ` ${resolution} `, refund_usd: 25 }
    const closed = await support.client.post(`${pathOf(dispute)}/close`, closing)
    expect(closed.body).toMatchObject({ status: 'closed', refund_usd: 25, resolution })
    await app.drain()
    for (const { client, email } of [dispute.request.family, dispute.request.caregiver]) {
      expect((await client.get(`/api/disputes/${dispute.id}`)).body.resolution).toBe(resolution)
      const { body } = await client.get('/api/notifications?status=all')
      const notice = body.results.find(({ type }: { type: string }) => type === 'dispute_closed')
      expect(notice.payload.quote).toBe(resolution)
      const mails = await listEmailsTo(app, email)
      const mail = mails.find(
        ({ subject }) => subject.startsWith(`Dispute DPT-${dispute.id} `) && subject.endsWith(' is closed'),
      )
      expect(mail?.text).toContain('What we decided: The visit was cut short.\n  We refund the missing hour.')
    }
  })
})

describe('the record', () => {
  it('shows the visits, the people and every step with who took it and when', async () => {
    const dispute = await makeDispute(app)
    const { family, caregiver, id: bookingId } = dispute.request
    const form = toForm({ file: { content: PDF, name: 'log.pdf' } })
    form.append('caption', 'Care log')
    await caregiver.client.upload(`/api/disputes/${dispute.id}/evidence`, form)
    await support.client.post(`${pathOf(dispute)}/questions`, { side: 'caretaker', text: 'Who was there?' })
    await family.client.post(`/api/disputes/${dispute.id}/answers`, { text: 'Only us' })
    await support.client.post(`${pathOf(dispute)}/escalate`)
    await admin.client.post(`${pathOf(dispute)}/close`, { refund_usd: 20, resolution: 'A part is fair' })
    await app.drain()

    const { body } = await support.client.get(pathOf(dispute))
    expect(body).toMatchObject({
      caretaker_id: family.id,
      caregiver_id: caregiver.id,
      booking: { id: bookingId },
      windows: [{ state: 'upcoming', price_usd: 50, refund_usd: 0 }],
      messages: 0,
    })
    expect(body.timeline.map(({ at, ...step }: DisputeStep) => step)).toEqual([
      { event: 'opened', by: toPerson(family), detail: null, amount_usd: null },
      { event: 'evidence_added', by: toPerson(caregiver), detail: 'Care log', amount_usd: null },
      { event: 'question_asked', by: toPerson(support), detail: 'caretaker', amount_usd: null },
      { event: 'answered', by: toPerson(family), detail: null, amount_usd: null },
      { event: 'escalated', by: toPerson(support), detail: null, amount_usd: null },
      { event: 'closed', by: toPerson(admin), detail: null, amount_usd: null },
      { event: 'refund_requested', by: null, detail: null, amount_usd: 20 },
      { event: 'refund_sent', by: null, detail: null, amount_usd: 20 },
    ])
    expect(body.timeline.every(({ at }: DisputeStep) => at.endsWith('Z'))).toBe(true)
  })

  it('names the family that closed its own dispute', async () => {
    const dispute = await makeDispute(app)
    const { family } = dispute.request
    await family.client.patch(`/api/disputes/${dispute.id}/close`, {})
    const { body } = await support.client.get(pathOf(dispute))
    expect(body.timeline.at(-1)).toMatchObject({ event: 'closed', by: toPerson(family) })
    expect(body.resolution).toBeNull()
  })

  it('opens for support and admins only', async () => {
    const dispute = await makeDispute(app)
    for (const { client } of [finance, dispute.request.family, dispute.request.caregiver]) {
      expect((await client.get(pathOf(dispute))).status).toBe(403)
      expect((await client.get('/api/admin-panel/disputes/assignees')).status).toBe(403)
    }
  })
})

it('lists disputes by the time of opening, newest first', async () => {
  const { body } = await support.client.get('/api/admin-panel/disputes?page_size=100')
  const opened = body.results.map(({ opened_at: at }: { opened_at: string }) => at)
  expect(opened).toEqual([...opened].sort().reverse())
})

// Last, because it moves the clock.
it('ends without a recent proof where nothing is refunded', async () => {
  const [rejected, closed, closedByAnother] = [
    await makeDispute(app),
    await makeDispute(app),
    await makeDispute(app),
  ]
  for (const dispute of [closed, closedByAnother]) await support.client.post(`${pathOf(dispute)}/escalate`)
  await app.advance(11)
  expect((await support.client.post(`${pathOf(rejected)}/reject`, {})).body.status).toBe('rejected')
  expect((await support.client.post(`${pathOf(closed)}/close`, {})).body.status).toBe('closed')
  const forFamilies = `/api/disputes/${closedByAnother.id}/close`
  expect((await support.client.patch(forFamilies, {})).body.status).toBe('closed')
})
