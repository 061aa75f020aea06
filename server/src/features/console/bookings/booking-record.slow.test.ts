import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, hours, openHours } from '../../../../test/factories/availability.ts'
import { makePaidRequest, makeRequest } from '../../../../test/factories/bookings.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import { makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { maskEmail } from '../people/masking.ts'

let app: TestApp
let support: TestUser
let finance: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support', fullName: 'Sina Support' })
  finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
})
afterAll(() => app.close())

const readRecord = (id: number, by = support) => by.client.get(`/api/admin-panel/bookings/${id}`)
async function listAuditEntries(action: string, requestId: number) {
  const admin = await makeUser(app, { role: 'admin' })
  const query = `action=${action}&subject=request:${requestId}`
  return (await admin.client.get(`/api/admin-panel/audit?${query}`)).body.results
}
const eventsOf = (body: { timeline: { event: string }[] }) => body.timeline.map(({ event }) => event)

/** A paid request of two visits of an hour, next week and the week after. */
async function makeBooked() {
  const caregiver = await makeCaregiver(app, { name: 'Clara Carer' })
  const family = await makeFamily(app, { name: 'Petra Parent' })
  const dates = [dateIn(app, 7), dateIn(app, 14)]
  for (const date of dates) await openHours(caregiver, date, [hours('09:00', '12:00')])
  const windows = dates.map((date) => ({ date, start: '09:00', end: '10:00' }))
  const request = await makePaidRequest(app, { caregiver, family, windows })
  await app.drain()
  return { caregiver, family, request }
}

it('shows a request before it is paid', async () => {
  const request = await makeRequest(app)
  const { status, body } = await readRecord(request.id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: request.id,
    status: 'submitted',
    is_paid: false,
    payments: [],
    messages: 0,
  })
  expect(body.windows).toMatchObject([{ booking_id: null, state: null, price_usd: null }])
  expect(eventsOf(body)).toEqual(['sent'])
})

it('shows both sides, visits, money and what happened, in order of time', async () => {
  const { caregiver, family, request } = await makeBooked()
  const cancel = `/api/requests/${request.id}/cancel`
  const { body: before } = await readRecord(request.id)
  const [first] = before.windows
  const canceling = { booking_ids: [first.booking_id], reason: 'illness', refund_usd: first.price_usd }
  expect((await family.client.post(cancel, canceling)).status).toBe(200)
  const onItsWay = { refunded_usd: 0, refund_pending_usd: first.price_usd }
  const canceled = (await readRecord(request.id)).body
  expect(canceled.payments).toMatchObject([onItsWay])
  expect(canceled.windows).toMatchObject([{ refund_status: 'pending' }, { refund_status: null }])
  await app.drain()
  const { body: dispute } = await openDispute(family, request.id)

  const { body } = await readRecord(request.id)
  expect(body).toMatchObject({
    is_paid: true,
    caregiver: { id: caregiver.id, name: 'Clara Carer', email: maskEmail(caregiver.email), is_active: true },
    caretaker: { id: family.id, name: 'Petra Parent', email: maskEmail(family.email) },
    windows: [
      {
        state: 'canceled',
        canceled_by: 'caretaker',
        canceled_for: null,
        cancel_reason: 'illness',
        refund_usd: first.price_usd,
        refund_status: 'succeeded',
      },
      { state: 'upcoming', canceled_by: null, refund_usd: 0 },
    ],
    payments: [
      {
        status: 'succeeded',
        amount_usd: before.total_price_usd,
        refunded_usd: first.price_usd,
        refund_pending_usd: 0,
      },
    ],
    refunds: [{ status: 'succeeded', amount_usd: first.price_usd, reason: 'The family canceled' }],
    disputes: [{ id: dispute.id, status: 'submitted' }],
  })
  expect(eventsOf(body)).toEqual([
    'sent',
    'accepted',
    'paid',
    'visit_canceled',
    'refund_requested',
    'refund_sent',
    'dispute_opened',
  ])
  const [refundId, ...others] = body.refunds.map(({ id }: { id: number }) => id)
  expect([refundId, others]).toEqual([expect.any(Number), []])
  const refundEvents = body.timeline.filter(({ event }: { event: string }) => event.startsWith('refund_'))
  expect(refundEvents.map(({ id }: { id: number }) => id)).toEqual([refundId, refundId])
  const times = body.timeline.map(({ at }: { at: string }) => at)
  expect(times).toEqual([...times].sort())
})

it('shows support children, address and note once they say why, and finance only the money', async () => {
  const note = 'The bell is broken'
  const address = { street: '12 Elm Street', city: 'Boston', country: 'United States' as const }
  const { id } = await makeRequest(app, { visit: { note, address } })
  for (const [by, hasDetails] of [
    [support, true],
    [finance, false],
  ] as const) {
    const { body } = await readRecord(id, by)
    expect(body).toMatchObject({ id, has_visit_details: hasDetails, total_price_usd: 50 })
    expect(JSON.stringify(body)).not.toMatch(/Elm Street|bell/)
  }
  const show = (by: TestUser, body: object, shownId = id) =>
    by.client.post(`/api/admin-panel/bookings/${shownId}/visit/show`, body)
  expect((await show(finance, { reason: 'payment' })).status).toBe(403)
  expect((await show(support, {})).body.reason).toEqual(['Choose a reason'])
  expect((await show(support, { reason: 'help' }, 999_999_999)).status).toBe(404)
  expect(await listAuditEntries('visit.opened', id)).toEqual([])
  const { status, body } = await show(support, { reason: 'help' })
  expect([status, body]).toMatchObject([200, { children: [], note, address: { street: '12 Elm Street' } }])
  expect(await listAuditEntries('visit.opened', id)).toMatchObject([
    { actor: { id: support.id, name: 'Sina Support' }, after: { reason: 'help' } },
  ])
})

it('lets support read the messages, and records each reading', async () => {
  const { caregiver, family, request } = await makeBooked()
  await makeConversation(app, { caregiver, family })
  const open = `/api/admin-panel/bookings/${request.id}/messages`
  const path = `${open}?reason=dispute`
  expect((await finance.client.get(path)).status).toBe(403)
  expect((await support.client.get(open)).body.reason).toEqual(['Choose a reason'])
  expect(await listAuditEntries('messages.opened', request.id)).toEqual([])
  const { body } = await support.client.get(path)
  expect(body.count).toBeGreaterThan(0)
  expect(body.results[0]).toMatchObject({ sender: expect.stringMatching(/^care/), text: expect.any(String) })
  expect(await listAuditEntries('messages.opened', request.id)).toMatchObject([
    { actor: { id: support.id, name: 'Sina Support' }, after: { reason: 'dispute', page: 1 } },
  ])
})

it('is a 404 for an unknown booking, and closed to both sides', async () => {
  const { caregiver, family, request } = await makeBooked()
  expect((await readRecord(999_999_999)).status).toBe(404)
  expect((await support.client.get('/api/admin-panel/bookings/999999999/messages?reason=help')).status).toBe(
    404,
  )
  for (const person of [caregiver, family]) expect((await readRecord(request.id, person)).status).toBe(403)
})
