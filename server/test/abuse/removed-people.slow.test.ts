/**
 * What flagged, rejected and deactivated people can still do.
 * @see docs/rules/bookings.md#when-a-person-is-removed
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../src/features/reconciliation/index.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../factories/accounts.ts'
import { dateIn, hours, openHours } from '../factories/availability.ts'
import {
  answerRequest,
  checkout,
  confirm,
  getRequest,
  makeAcceptedRequest,
  makePaidRequest,
  makeRequest,
  openCheckout,
  payCard,
  sendRequest,
} from '../factories/bookings.ts'
import { makeConversation } from '../factories/chat.ts'
import { openDispute } from '../factories/disputes.ts'
import { logInAgain, makeCaregiver, makeFamily, PDF, toForm } from '../factories/profiles.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

const decide = (caregiver: TestUser, verification_status: 'verified' | 'rejected' | 'flagged') =>
  admin.client.post(`/api/admin-panel/caregivers/${caregiver.id}/verification/`, {
    verification_status,
    rejection_reason: 'The documents were forged',
    admin_notes: 'Known from the agency',
  })
const setStatus = (user: TestUser, is_active: boolean, more: object = {}) =>
  admin.client.post(`/api/admin-panel/users/${user.id}/status/`, {
    is_active,
    reason: 'Forged papers',
    ...more,
  })

/** The ways in which an admin removes a caregiver for good. */
const REMOVALS = {
  rejected: (caregiver: TestUser) => decide(caregiver, 'rejected'),
  deactivated: (caregiver: TestUser) => setStatus(caregiver, false),
}

const SECRETS = { phone_number: '+44 20 7946 0991', city: 'London', country: 'United Kingdom' as const }

async function makePrivateFamily(): Promise<TestUser> {
  const family = await makeFamily(app)
  const children = [{ name: 'Wilhelmina', age: 5 }]
  await family.client.put('/api/auth/caretaker/profile', { ...SECRETS, children })
  return family
}

/** A caregiver with hours on the given days ahead and a paid booking from 09:00 to 11:00 on each. */
async function makeBooked(...days: number[]) {
  const caregiver = await makeCaregiver(app)
  const family = await makePrivateFamily()
  const dates = days.map((day) => dateIn(app, day))
  for (const date of dates) await openHours(caregiver, date, [hours('08:00', '18:00')])
  const windows = dates.map((date) => ({ date, start: '09:00', end: '11:00' }))
  const request = await makePaidRequest(app, { caregiver, family, windows })
  await app.drain()
  return { caregiver, family, request, dates }
}

const viewFamily = (client: Client, family: TestUser) => client.get(`/api/auth/caretakers/${family.id}`)
const getBooking = async ({ client }: { client: Client }, side: 'caretaker' | 'caregiver' = 'caretaker') =>
  (await client.get(`/api/requests/bookings/${side}`)).body.results[0]
const getPayment = async (family: TestUser) => (await family.client.get('/api/payments/mine')).body.results[0]
const getFreeSlots = async (caregiver: TestUser, date: string, client = app.visitor) =>
  (await client.get(`/api/availability/day/?user_id=${caregiver.id}&date=${date}&timezone=UTC`)).body.slots
const listTypes = async ({ client }: { client: Client }) =>
  (await client.get('/api/notifications?status=all')).body.results.map(({ type }: { type: string }) => type)
/** The problems of the books; an empty list when they are right. */
const checkBooks = () => verifyLedger(app.deps.database)

describe('a flagged caregiver', () => {
  it('reads a family only from 48 hours before a paid booking until its end', async () => {
    const { caregiver, family } = await makeBooked(7)
    expect((await viewFamily(caregiver.client, family)).body.phone_number).toBe(SECRETS.phone_number)
    await decide(caregiver, 'flagged')

    const early = await viewFamily(caregiver.client, family)
    expect([early.status, early.body.detail]).toEqual([404, 'Not found'])
  })

  it('starts no conversation, and writes only while a booking is ahead', async () => {
    const { caregiver, family } = await makeBooked(7)
    const asked = await makeRequest(app, {
      caregiver,
      family: await makeFamily(app),
      windows: [{ date: dateIn(app, 7), start: '12:00', end: '13:00' }],
    })
    const chatted = await makeConversation(app, { caregiver, family: await makeFamily(app) })
    await decide(caregiver, 'flagged')

    const started = await caregiver.client.post('/api/chat/conversations/create', {
      caretaker_id: asked.family.id,
      text: 'Write me elsewhere',
    })
    expect(started.status).toBe(404)
    const written = await caregiver.client.post(`/api/chat/conversations/${chatted.id}/messages`, {
      text: 'Hi',
    })
    expect([written.status, written.body.detail]).toEqual([
      409,
      "You can't send messages in this conversation right now",
    ])
    const seen = await chatted.family.client.get(`/api/chat/conversations/${chatted.id}`)
    expect(seen.body.can_write).toBe(false)
    const { body: booked } = await family.client.post('/api/chat/conversations/create', {
      caregiver_id: caregiver.id,
      text: 'Are you still coming?',
    })
    expect(booked.detail).toBe("You can't message this person")
  })

  it('keeps a conversation with a family whose booking is ahead', async () => {
    const { caregiver, family } = await makeBooked(7)
    const conversation = await makeConversation(app, { caregiver, family })
    await decide(caregiver, 'flagged')
    const path = `/api/chat/conversations/${conversation.id}/messages`
    expect((await caregiver.client.post(path, { text: 'I will be there' })).status).toBe(201)
    expect((await family.client.post(path, { text: 'Thank you' })).status).toBe(201)
  })

  it('gets no new request, acceptance, payment or payout', async () => {
    const caregiver = await makeCaregiver(app)
    const date = dateIn(app, 7)
    await openHours(caregiver, date)
    const windows = (start: string, end: string) => [{ date, start, end }]
    const submitted = await makeRequest(app, { caregiver, windows: windows('09:00', '10:00') })
    const accepted = await makeAcceptedRequest(app, { caregiver, windows: windows('10:00', '11:00') })
    await decide(caregiver, 'flagged')

    const sent = await sendRequest(await makeFamily(app), caregiver.id, windows('12:00', '13:00'))
    expect(sent.status).toBe(404)
    expect((await answerRequest(caregiver, submitted.id, 'accepted')).status).toBe(403)
    expect((await openCheckout(accepted.family, accepted.id)).status).toBe(409)
    const payout = await caregiver.client.post('/api/payouts', { amount: 1 })
    expect(payout.status).not.toBe(201)
    expect((await caregiver.client.get('/api/wallets/mine')).body.payouts_held).toBe(true)
    expect((await caregiver.client.get('/api/payouts/me')).body.count).toBe(0)
  })

  it('keeps paid bookings; their families are notified and may cancel for a full refund', async () => {
    const { caregiver, family, request, dates } = await makeBooked(2, 9)
    await decide(caregiver, 'flagged')
    await app.drain()

    expect(await listTypes(family)).toContain('caregiver_under_review')
    expect((await listEmailsTo(app, family.email)).at(-1)?.text).toContain('full refund')
    const before = await getBooking(family)
    expect(before.windows.map(({ state }: { state: string }) => state)).toEqual(['upcoming', 'upcoming'])
    expect(before).toMatchObject({
      free_cancellation: 'caregiver_under_review',
      is_caregiver_listed: false,
      can_message: true,
    })
    expect((await getBooking(caregiver, 'caregiver')).free_cancellation).toBeNull()

    const stranger = await makeFamily(app)
    const cancel = { reason: 'concern', refund_usd: 100 }
    for (const { client } of [stranger, admin]) {
      expect([403, 404]).toContain((await client.post(`/api/requests/${request.id}/cancel`, cancel)).status)
    }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => family.client.post(`/api/requests/${request.id}/cancel`, cancel)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    await app.drain()

    const after = await getBooking(family)
    expect(after.windows).toMatchObject(
      dates.map((date) => ({ date, state: 'canceled', canceled_by: 'caretaker', refund_usd: 50 })),
    )
    expect(after).toMatchObject({ free_cancellation: null, can_message: false })
    expect(await getPayment(family)).toMatchObject({ status: 'refunded', refunded_usd: 100 })
    expect((await caregiver.client.get('/api/wallets/mine')).body).toMatchObject({ pending: 0, balance: 0 })
    expect(await listTypes(caregiver)).toContain('booking_canceled')
    expect(await checkBooks()).toEqual([])
  })
})

describe.each(Object.entries(REMOVALS))('a %s caregiver', (_, remove) => {
  it('loses bookings ahead: families are notified and refunded in full, and the hours are free', async () => {
    const { caregiver, family, dates } = await makeBooked(2, 9)
    const unpaid = await makeAcceptedRequest(app, {
      caregiver,
      family: await makeFamily(app),
      windows: [{ date: dates[0] as never, start: '12:00', end: '13:00' }],
    })

    expect((await remove(caregiver)).status).toBe(200)
    await app.drain()

    const booking = await getBooking(family)
    expect(booking.windows).toMatchObject(
      dates.map(() => ({ state: 'canceled', canceled_by: 'admin', refund_usd: 50 })),
    )
    expect(await getPayment(family)).toMatchObject({ status: 'refunded', refunded_usd: 100 })
    expect(await listTypes(family)).toContain('booking_canceled')
    const mail = (await listEmailsTo(app, family.email)).at(-1)
    expect(mail?.text).toContain('We’re refunding the full $100.00 to your card.')
    expect((await unpaid.family.client.get(`/api/requests/${unpaid.id}`)).body).toMatchObject({
      status: 'rejected',
      rejection_cause: 'unavailable',
    })
    expect(await checkBooks()).toEqual([])

    await decide(caregiver, 'verified')
    await setStatus(caregiver, true)
    for (const date of dates) {
      const slots = await getFreeSlots(caregiver, date)
      expect(slots.map(({ start }: { start: string }) => start)).toContain('09:00')
    }
  })

  it('sees and reaches no family any more', async () => {
    const { caregiver, family } = await makeBooked(1)
    const conversation = await makeConversation(app, { caregiver, family })
    await remove(caregiver)
    const client = caregiver.client
    expect([401, 404]).toContain((await viewFamily(client, family)).status)
    const path = `/api/chat/conversations/${conversation.id}/messages`
    expect([401, 409]).toContain((await client.post(path, { text: 'Call me' })).status)
    expect((await family.client.post(path, { text: 'What happened?' })).status).toBe(409)
  })

  it('is replaced by up to three caregivers who are free at the same times', async () => {
    const { caregiver, family, request, dates } = await makeBooked(5, 6)
    const free = await makeCaregiver(app)
    const busy = await makeCaregiver(app)
    const elsewhere = await makeCaregiver(app, { city: 'Nantes' })
    const unskilled = await makeCaregiver(app, { skills: ['Gardening'] })
    for (const date of dates) {
      for (const other of [free, elsewhere, unskilled]) await openHours(other, date)
    }
    await openHours(busy, dates[0] as never)
    const backups = async () => {
      const { status, body } = await family.client.get(`/api/requests/${request.id}/backup-caregivers`)
      expect(status).toBe(200)
      return body.results.map(({ id }: { id: number }) => id)
    }
    expect(await backups()).toEqual([])

    await remove(caregiver)

    expect(await backups()).toContain(free.id)
    for (const other of [caregiver, busy, elsewhere, unskilled]) {
      expect(await backups()).not.toContain(other.id)
    }
    const stranger = await makeFamily(app)
    const path = `/api/requests/${request.id}/backup-caregivers`
    expect((await stranger.client.get(path)).status).toBe(404)
  })
})

it('keeps a rejected caregiver restricted after new documents, until an admin decides', async () => {
  const { caregiver, family } = await makeBooked(1)
  const asked = await makeRequest(app, {
    caregiver,
    family: await makeFamily(app),
    windows: [{ date: dateIn(app, 1), start: '12:00', end: '13:00' }],
  })
  const conversation = await makeConversation(app, { caregiver, family })
  const { client } = caregiver
  const path = `/api/chat/conversations/${conversation.id}/messages`
  await decide(caregiver, 'rejected')

  const uploaded = await client.upload(
    '/api/auth/caregiver/documents',
    toForm({ certificate: { content: PDF } }),
  )
  expect(uploaded.body.verification_status).toBe('pending')
  expect((await viewFamily(client, family)).status).toBe(404)
  expect((await client.post(path, { text: 'Call me' })).status).toBe(409)
  const start = { caretaker_id: asked.family.id, text: 'Write me elsewhere' }
  expect((await client.post('/api/chat/conversations/create', start)).status).toBe(404)
  expect((await client.get('/api/wallets/mine')).body.payouts_held).toBe(true)
  const payout = await client.post('/api/payouts', { amount: 1 })
  expect(payout.body.detail).toContain('Payouts are on hold')

  await decide(caregiver, 'verified')
  expect((await viewFamily(client, family)).status).toBe(200)
  expect((await client.post(path, { text: 'I am back' })).status).toBe(201)
  expect((await client.get('/api/wallets/mine')).body.payouts_held).toBe(false)
})

describe('a deactivated family', () => {
  it('loses requests and bookings ahead by the cancellation policy; caregivers are notified', async () => {
    const { caregiver, family, dates } = await makeBooked(2, 9)
    const unpaid = await makeRequest(app, {
      caregiver,
      family,
      windows: [{ date: dates[0] as never, start: '13:00', end: '14:00' }],
    })

    await setStatus(family, false)
    await app.drain()

    const { windows } = await getBooking(caregiver, 'caregiver')
    expect(windows).toMatchObject([
      { state: 'canceled', canceled_by: 'admin', refund_usd: 25 },
      { state: 'canceled', canceled_by: 'admin', refund_usd: 50 },
    ])
    expect((await caregiver.client.get('/api/wallets/mine')).body).toMatchObject({ pending: 25 })
    const { body: request } = await caregiver.client.get(`/api/requests/${unpaid.id}`)
    expect(request).toMatchObject({ status: 'rejected', rejection_cause: 'withdrawn' })
    const mails = (await listEmailsTo(app, caregiver.email)).map(({ text }) => text).join('\n')
    expect(mails).toContain('You still receive $25.00 of the price.')
    // Sent a moment ago, so only the bell says it.
    expect(mails).not.toContain('request was withdrawn')
    const { body: bell } = await caregiver.client.get('/api/notifications?status=all')
    expect(JSON.stringify(bell.results)).toContain('request was withdrawn')
    const slots = await getFreeSlots(caregiver, dates[0] as never)
    expect(slots.map(({ start }: { start: string }) => start)).toEqual(
      expect.arrayContaining(['09:00', '13:00']),
    )
    expect(await checkBooks()).toEqual([])
  })

  it('gets everything back when the admin says so', async () => {
    const { caregiver, family } = await makeBooked(1)
    await setStatus(family, false, { refund: 'full' })
    await app.drain()
    const { windows } = await getBooking(caregiver, 'caregiver')
    expect(windows).toMatchObject([{ state: 'canceled', refund_usd: 50 }])
    expect((await caregiver.client.get('/api/wallets/mine')).body).toMatchObject({ pending: 0 })
    expect(await checkBooks()).toEqual([])
  })
})

it('pays out what a caregiver kept of a canceled booking, as if it had taken place', async () => {
  const own = await testApp()
  const caregiver = await makeCaregiver(own)
  const staff = await makeUser(own, { role: 'admin' })
  const date = dateIn(own, 2)
  await openHours(caregiver, date)
  const windows = [{ date, start: '09:00', end: '11:00' }]
  const { family } = await makePaidRequest(own, { caregiver, windows })
  await staff.client.post(`/api/admin-panel/users/${family.id}/status/`, {
    is_active: false,
    reason: 'Forged papers',
  })

  await own.advance(4 * 24 * 60)

  const { body } = await (await logInAgain(own, caregiver)).get('/api/wallets/mine')
  expect(body).toMatchObject({ pending: 0, balance: 25 })
  expect(await verifyLedger(own.deps.database)).toEqual([])
  await own.close()
})

it('lets a flagged caregiver read a family from 48 hours before the booking', async () => {
  const own = await testApp()
  const caregiver = await makeCaregiver(own)
  const staff = await makeUser(own, { role: 'admin' })
  const date = dateIn(own, 5)
  await openHours(caregiver, date)
  const { family } = await makePaidRequest(own, {
    caregiver,
    windows: [{ date, start: '09:00', end: '10:00' }],
  })
  const path = `/api/auth/caretakers/${family.id}`
  await staff.client.post(`/api/admin-panel/caregivers/${caregiver.id}/verification/`, {
    verification_status: 'flagged',
  })
  const minutesTo = (hour: number) =>
    (Date.parse(`${date}T00:00:00Z`) - own.deps.clock.now().getTime()) / 60_000 + hour * 60
  const view = async () => (await (await logInAgain(own, caregiver)).get(path)).status

  await own.advance(Math.floor(minutesTo(9 - 48)) - 1)
  expect(await view()).toBe(404)
  await own.advance(3)
  expect(await view()).toBe(200)
  await own.advance(48 * 60 + 60)
  expect(await view()).toBe(404)
  await own.close()
})

it('leaves no booking and no money behind when a caregiver is rejected while families pay', async () => {
  const caregiver = await makeCaregiver(app)
  const date = dateIn(app, 7)
  await openHours(caregiver, date, [hours('08:00', '20:00')])
  const accepted = []
  for (let hour = 8; hour < 14; hour += 1) {
    const [start, end] = [hour, hour + 1].map((time) => `${String(time).padStart(2, '0')}:00`) as [
      string,
      string,
    ]
    const request = await makeAcceptedRequest(app, { caregiver, windows: [{ date, start, end }] })
    accepted.push({ request, page: await checkout(request) })
  }

  await Promise.all([
    ...accepted.map(async ({ request, page }) => {
      await payCard(page)
      await confirm(request)
    }),
    decide(caregiver, 'rejected'),
  ])
  await app.drain()

  for (const { request } of accepted) {
    const { is_paid, is_canceled, status } = await getRequest(request)
    expect(is_paid ? is_canceled : status === 'rejected').toBe(true)
    const { results } = (await request.family.client.get('/api/payments/mine')).body
    for (const payment of results) expect(['refunded', 'failed']).toContain(payment.status)
  }
  expect((await caregiver.client.get('/api/wallets/mine')).body).toMatchObject({
    pending: 0,
    balance: 0,
    held: 0,
  })
  expect(await checkBooks()).toEqual([])
})

it('leaves no booking and no request behind when a family is deactivated while it pays', async () => {
  const family = await makeFamily(app)
  const date = dateIn(app, 7)
  const accepted = []
  for (let count = 0; count < 5; count += 1) {
    const caregiver = await makeCaregiver(app)
    await openHours(caregiver, date)
    const windows = [{ date, start: '09:00', end: '10:00' }]
    const request = await makeAcceptedRequest(app, { caregiver, family, windows })
    accepted.push({ request, page: await checkout(request) })
  }

  await Promise.all([
    ...accepted.map(async ({ request, page }) => {
      await payCard(page)
      await confirm(request)
    }),
    setStatus(family, false, { refund: 'full' }),
  ])
  await app.drain()

  for (const { request } of accepted) {
    const { body } = await request.caregiver.client.get(`/api/requests/${request.id}`)
    expect(body.is_paid ? body.is_canceled : body.status === 'rejected').toBe(true)
    expect((await request.caregiver.client.get('/api/wallets/mine')).body.pending).toBe(0)
  }
  expect(await checkBooks()).toEqual([])
})

it('refunds bookings of several families, with the platform fee and a dispute, to the cent', async () => {
  const own = await testApp({ PLATFORM_FEE_BPS: '1250' })
  const caregiver = await makeCaregiver(own, { rateCents: 3_333 })
  const staff = await makeUser(own, { role: 'admin' })
  const dates = [2, 3, 4].map((day) => dateIn(own, day))
  for (const date of dates) await openHours(caregiver, date, [hours('08:00', '18:00', 30)])
  const windows = (start: string, end: string) => dates.map((date) => ({ date, start, end }))
  const calm = await makePaidRequest(own, { caregiver, windows: windows('08:00', '08:30') })
  const upset = await makePaidRequest(own, { caregiver, windows: windows('09:00', '10:30') })
  expect((await openDispute(upset.family, upset.id)).status).toBe(201)

  await staff.client.post(`/api/admin-panel/users/${caregiver.id}/status/`, {
    is_active: false,
    reason: 'Forged papers',
  })
  await own.drain()

  for (const { family } of [calm, upset]) {
    const [payment] = (await family.client.get('/api/payments/mine')).body.results
    expect([payment.status, payment.refunded_usd]).toEqual(['refunded', payment.amount_gross])
  }
  expect(await verifyLedger(own.deps.database)).toEqual([])
  await own.close()
})
