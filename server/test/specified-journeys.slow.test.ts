/**
 * A client written to the two specifications alone goes through the journeys of both without an unexpected
 * refusal.
 */
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { findLinkToken, makeUser, PASSWORD } from './factories/accounts.ts'
import { payCard } from './factories/bookings.ts'
import { openChatSocket } from './factories/chat.ts'
import { makePicture, PDF, toForm } from './factories/profiles.ts'
import { SPECIFIED_CALLS, SpecifiedClient } from './specified-client.ts'

const DAY_MINUTES = 24 * 60

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const made = new Set<string>()
const newClient = () => new SpecifiedClient(app.url, made)

/** Signs up, verifies the address by the mailed token, and chooses a password by the mailed link. */
async function signUp(role: 'caregiver' | 'caretaker', full_name: string) {
  const client = newClient()
  const email = `${role}@specified.test`
  const { user } = await client.send('POST', '/auth/signup/', { full_name, email, password: PASSWORD, role })
  expect(user).toMatchObject({ full_name, email, role })
  await client.send('POST', '/auth/resend-verification/', { email })
  const token = await findLinkToken(app, email, 'verify-email')
  expect((await client.send('POST', '/auth/verify-email/', { token })).user).toMatchObject({ email })
  await client.send('POST', '/auth/password/reset/', { email })
  const password = 'a quiet river at dawn'
  const reset = {
    token: await findLinkToken(app, email, 'reset-password'),
    password,
    confirm_password: password,
  }
  await client.send('POST', '/auth/password/reset/confirm/', reset)
  const { id } = await client.logIn(email, password)
  return { client, email, password, id: Number(id) }
}

/** A window of three hours in as many days. */
const windowIn = (days: number) => ({
  date: addDays(toLocalDate(app.deps.clock.now().getTime(), 'UTC'), days),
  start: '09:00',
  end: '12:00',
})

const rowsOf = (list: { results: { id: number }[] }) => list.results.map(({ id }) => id)

it('signs up, is verified, found, booked, paid, reviewed, disputed and paid out by the specified calls alone', async () => {
  const caregiver = await signUp('caregiver', 'Clara Carer')
  const family = await signUp('caretaker', 'Petra Parent')
  const staff = await makeUser(app, { role: 'admin', fullName: 'Ada Admin' })
  const admin = newClient()
  await admin.logIn(staff.email, PASSWORD)
  const visitor = newClient()

  // Profiles and documents.
  await caregiver.client.send('PUT', '/auth/caregiver/profile/', {
    editable_full_name: 'Clara Carer',
    city: 'Boston',
    country: 'United States',
    hourly_rate_usd: 40,
    languages: ['English'],
    skills: ['Newborn care', 'First Aid'],
    description: 'I look after newborns, also at night.',
  })
  const picture = { content: await makePicture('png'), name: 'picture.png' }
  await caregiver.client.upload('/auth/caregiver/avatar/', toForm({ avatar: picture }))
  const papers = {
    gov_id_front: picture,
    gov_id_back: picture,
    certificate: { content: PDF, name: 'first-aid.pdf' },
  }
  await caregiver.client.upload('/auth/caregiver/documents/', toForm(papers))
  expect(await caregiver.client.get('/auth/caregiver/profile/')).toMatchObject({
    verification_status: 'pending',
    gov_id_front: expect.any(String),
    certificate: expect.any(String),
  })
  await family.client.send('PUT', '/auth/caretaker/profile/', {
    editable_full_name: 'Petra Parent',
    phone_number: '+1 617 555 0142',
    city: 'Boston',
    country: 'United States',
    children: [{ name: 'Otto', age: 3, notes: 'Naps at one' }],
    care_needs: ['Babysitting'],
    languages: ['English'],
    notes: 'We have a cat.',
  })
  await family.client.upload('/auth/caretaker/avatar/', toForm({ avatar: picture }))
  expect(await family.client.get('/auth/caretaker/profile/')).toMatchObject({
    children: [{ name: 'Otto', age: 3 }],
  })

  // Staff flag, reject and verify.
  const waiting = await admin.get('/admin-panel/caregivers/verification/', { q: '', status: 'pending' })
  expect(rowsOf(waiting)).toEqual([caregiver.id])
  const decide = (verification_status: string, rejection_reason = '') =>
    admin.send('POST', `/admin-panel/caregivers/${caregiver.id}/verification/`, {
      verification_status,
      rejection_reason,
      admin_notes: '',
    })
  await decide('flagged')
  await decide('rejected', 'Bulk rejection')
  await decide('verified')
  expect(rowsOf(await admin.get('/admin-panel/caregivers/', { q: 'clara' }))).toEqual([caregiver.id])

  // Hours.
  const { client: caregiverClient } = caregiver
  const rule = { weekday: 1, start: '13:00', end: '15:00' }
  const { id: ruleId } = await caregiverClient.send('POST', '/availability/rules/', rule)
  await caregiverClient.send('PUT', `/availability/rules/${ruleId}/`, { ...rule, end: '16:00' })
  expect(rowsOf(await caregiverClient.get('/availability/rules/'))).toEqual([ruleId])
  await caregiverClient.send('DELETE', `/availability/rules/${ruleId}/`)
  const windows = [{ start_local: '09:00', end_local: '12:00', slot_minutes: 60, buffer_minutes: 0 }]
  const hoursOn = (date_local: string) => ({
    caregiver: caregiver.id,
    date_local,
    is_available: true,
    windows,
  })
  const days = [3, 4, 5].map(windowIn)
  for (const { date } of days) {
    const { id } = await caregiverClient.send('POST', '/availability/overrides/', hoursOn(date))
    await caregiverClient.send('PUT', `/availability/overrides/${id}/`, hoursOn(date))
  }
  const { id: extraId } = await caregiverClient.send(
    'POST',
    '/availability/overrides/',
    hoursOn(windowIn(6).date),
  )
  await caregiverClient.send('DELETE', `/availability/overrides/${extraId}/`)
  expect((await caregiverClient.get('/availability/overrides/')).results).toHaveLength(3)
  const off = { start_utc: `${windowIn(9).date}T09:00:00Z`, end_utc: `${windowIn(9).date}T12:00:00Z` }
  const { id: offId } = await caregiverClient.send('POST', '/availability/timeoff/', off)
  expect(rowsOf(await caregiverClient.get('/availability/timeoff/'))).toEqual([offId])
  await caregiverClient.send('DELETE', `/availability/timeoff/${offId}/`)

  // A visitor searches.
  const [first = windowIn(3)] = days
  const found = await visitor.get('/auth/caregivers/', {
    q: '',
    country: 'United States',
    city: 'Boston',
    languages: 'English',
    min_rate: 30,
    max_rate: 50,
    skills: 'Newborn care,First Aid',
    page: 1,
  })
  expect(rowsOf(found)).toEqual([caregiver.id])
  expect(await visitor.get(`/auth/caregivers/${caregiver.id}/`)).toMatchObject({ full_name: 'Clara Carer' })
  const user_id = caregiver.id
  const [year = '', month = ''] = first.date.split('-')
  const counts = await visitor.get('/availability/month/', {
    user_id,
    year,
    month: Number(month),
    timezone: 'UTC',
  })
  expect(counts.days[first.date]).toBe(3)
  const day = await visitor.get('/availability/day/', { user_id, date: first.date, timezone: 'UTC' })
  expect(day.slots).toHaveLength(3)
  expect((await visitor.get('/availability/public/overrides/', { user_id })).date_overrides).toHaveLength(3)

  // Requests: one is declined, three are accepted and paid.
  const { client: parent } = family
  const request = async (window: object) =>
    (
      await parent.send('POST', '/requests/', {
        caregiver_id: caregiver.id,
        timezone: 'UTC',
        windows: [window],
      })
    ).id
  const declined: number = await request({ ...first, end: '10:00' })
  await caregiverClient.send('PATCH', `/requests/${declined}/status/`, { status: 'rejected' })
  const paid: number[] = []
  for (const window of days) {
    const id = await request(window)
    expect(rowsOf(await caregiverClient.get('/requests/incoming/'))).toContain(id)
    await caregiverClient.send('PATCH', `/requests/${id}/status/`, { status: 'accepted' })
    const { checkout_url } = await parent.send('POST', `/payments/bookings/${id}/confirm`)
    expect(await payCard(checkout_url)).toBe(303)
    await parent.send('POST', '/requests/confirm/', { request_id: id })
    expect(await parent.get(`/payments/bookings/${id}`)).toMatchObject({ status: 'succeeded' })
    paid.push(id)
  }
  expect(rowsOf(await parent.get('/requests/mine/')).sort()).toEqual([declined, ...paid].sort())
  for (const [client, path] of [
    [parent, '/requests/bookings/caretaker/'],
    [caregiverClient, '/requests/bookings/caregiver/'],
  ] as const) {
    expect((await client.get(path)).results).toHaveLength(3)
  }
  expect((await parent.get('/payments/mine')).results).toHaveLength(3)
  expect(await caregiverClient.get(`/auth/caretakers/${family.id}/`)).toMatchObject({
    full_name: 'Petra Parent',
  })

  // Chat, by calls and by the socket.
  const text = 'See you on Monday'
  await parent.send('POST', '/chat/conversations/create/', { caregiver_id: caregiver.id, text })
  const [conversation] = rowsOf(await caregiverClient.get('/chat/conversations/'))
  const messages = `/chat/conversations/${conversation}/messages/`
  await parent.send('POST', messages, { text: 'At nine?' })
  const unread = rowsOf(await caregiverClient.get(messages))
  expect(unread).toHaveLength(2)
  await caregiverClient.send('POST', `${messages}mark-read/`, { message_ids: [unread[0]] })
  await caregiverClient.send('PATCH', `${messages}${unread[1]}/read/`)
  const socket = await openChatSocket(app, { token: caregiverClient.access })
  socket.send({ action: 'join', conversation_id: conversation })
  socket.send({ action: 'send_message', conversation_id: conversation, text: 'Nine it is' })
  await socket.waitFor('message.created', ({ message }) => message.text === 'Nine it is')
  socket.send({ action: 'mark_read', conversation_id: conversation, message_ids: unread })
  socket.send({ action: 'leave', conversation_id: conversation })
  await socket.flush()
  expect(socket.frames.filter(({ event }) => event === 'error')).toEqual([])
  socket.socket.close()

  // Notifications.
  await app.drain()
  const ids = rowsOf(await caregiverClient.get('/notifications/', { status: 'unread' }))
  expect(ids.length).toBeGreaterThan(0)
  await caregiverClient.send('POST', '/notifications/mark-read/', { ids })
  expect(rowsOf(await caregiverClient.get('/notifications/', { status: 'unread' }))).toEqual([])

  // Disputes: the family closes one and opens it again; staff close that one and reject another.
  const [disputed = 0, rejected = 0] = paid
  const available = await parent.get('/disputes/bookings/available/', { q: '', date_from: '', date_to: '' })
  expect(rowsOf(available).sort()).toEqual([...paid].sort())
  const dispute = async (booking_request: number, more: object = {}) =>
    (
      await parent.send('POST', '/disputes/', {
        booking_request,
        type: 'schedule',
        reason: 'Nobody came to the door',
        ...more,
      })
    ).id
  const withdrawn: number = await dispute(disputed)
  const evidence = toForm({ file: picture })
  evidence.set('caption', 'Evidence file: picture.png')
  await parent.upload(`/disputes/${withdrawn}/evidence/`, evidence)
  expect(await parent.get(`/disputes/${withdrawn}/`)).toMatchObject({
    status: 'submitted',
    evidence: [{ kind: 'image' }],
  })
  await parent.send('PATCH', `/disputes/${withdrawn}/close/`)
  const escalated: number = await dispute(disputed, { type: 'other', other_type_text: 'The door' })
  const finished: number = await dispute(rejected)
  const mine = await parent.get('/disputes/mine/', { q: '', type: '', status: '' })
  expect(rowsOf(mine).sort()).toEqual([withdrawn, escalated, finished].sort())
  expect(rowsOf(await caregiverClient.get('/disputes/assigned-to-me/', { status: 'submitted' }))).toContain(
    finished,
  )
  expect(rowsOf(await admin.get('/admin-panel/disputes/', { status: 'open' }))).toContain(escalated)
  expect(await admin.get(`/admin-panel/disputes/${escalated}/`)).toMatchObject({ status: 'submitted' })
  await admin.send('POST', `/admin-panel/disputes/${escalated}/escalate/`)
  await admin.send('POST', `/admin-panel/disputes/${escalated}/close/`)
  await admin.send('POST', `/admin-panel/disputes/${finished}/reject/`)
  expect(rowsOf(await admin.get('/admin-panel/disputes/', { status: 'closed' }))).toHaveLength(3)

  // After the visits: a review, the money, and a payout.
  await app.advance(16 * DAY_MINUTES)
  const [reviewable] = (await parent.get('/reviews/caretakers/reviewable-bookings/')).results
  const review = { booking_id: reviewable.id, rating: 5, comment: 'So kind to Otto' }
  await parent.send('POST', '/reviews/reviews/', review)
  expect((await parent.get('/reviews/reviews/my_reviews/')).results).toMatchObject([{ rating: 5 }])
  const reviews = `/reviews/caregivers/${caregiver.id}`
  expect(await visitor.get(`${reviews}/rating-summary/`)).toMatchObject({
    total_reviews: 1,
    average_rating: 5,
  })
  const page = { page: 1, page_size: 3, ordering: '-created_at' }
  expect((await visitor.get(`${reviews}/reviews/`, page)).results).toMatchObject([{ rating: 5 }])
  const wallet = await caregiverClient.get('/wallets/mine')
  expect([Number(wallet.balance), wallet.currency, wallet.details_submitted]).toEqual([360, 'usd', false])
  expect((await caregiverClient.get('/wallets/mine/entries')).results.length).toBeGreaterThan(0)
  await caregiverClient.get('/payouts/method')
  // Bank details and payouts ask who it is after ten minutes, which the specified login answers.
  await caregiverClient.logIn(caregiver.email, caregiver.password)
  const { url } = await caregiverClient.send('POST', '/payouts/onboarding-link')
  const bank = { holder: 'Clara Carer', routing: '110000000', account: '000123456789' }
  await fetch(url, { method: 'POST', body: new URLSearchParams(bank), redirect: 'manual' })
  await app.drain()
  // A client that keeps no cookies is a new device at each login, whose first bank account waits for 48
  // hours.
  await app.advance(3 * DAY_MINUTES)
  expect(await caregiverClient.get('/wallets/mine')).toMatchObject({ details_submitted: true })
  await caregiverClient.logIn(caregiver.email, caregiver.password)
  await caregiverClient.send('POST', '/payouts/', { amount: 100 })
  await app.drain()
  await app.advance(60)
  expect((await caregiverClient.get('/payouts/me')).results).toMatchObject([
    { amount: 100, status: 'paid', provider_payout_id: expect.stringMatching(/^po_/) },
  ])

  // The console.
  for (const path of ['summary', 'monthly-engagement', 'monthly-revenue']) {
    await admin.get(`/admin-panel/analytics/${path}/`)
  }
  for (const status of ['', 'open', 'closed', 'submitted', 'accepted', 'rejected']) {
    await admin.get('/admin-panel/requests/', { q: '', status, date_from: '', date_to: '' })
  }
  expect(rowsOf(await admin.get('/admin-panel/requests/', { status: 'closed' }))).toHaveLength(4)
  expect(rowsOf(await admin.get('/admin-panel/users/', { role: 'caretaker', q: 'petra' }))).toEqual([
    family.id,
  ])
  for (const is_active of [false, true]) {
    await admin.send('POST', `/admin-panel/users/${family.id}/status/`, { is_active })
  }
  await caregiverClient.logOut()

  // Every call that the specifications name was made.
  expect(Object.keys(SPECIFIED_CALLS).filter((call) => !made.has(call))).toEqual([])
})
