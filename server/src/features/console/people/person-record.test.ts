import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, hours, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import { makePaidRequest } from '../../../../test/factories/bookings.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import { askMeeting } from '../../../../test/factories/meetings.ts'
import {
  makeCaregiver,
  makeFamily,
  makePicture,
  setVerificationStatus,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { decide, makeReport, makeReview } from '../../../../test/factories/reports.ts'
import { maskEmail } from './masking.ts'

let app: TestApp
let support: TestUser
let finance: TestUser
let caregiver: TestUser
let family: TestUser
let requestId: number
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  caregiver = await makeCaregiver(app, { name: 'Clara Carer', verified: false })
  const documents = { gov_id_front: { content: await makePicture('png'), name: 'passport.png' } }
  await caregiver.client.upload('/api/auth/caregiver/documents', toForm(documents))
  await setVerificationStatus(app, caregiver.id, 'verified')
  family = await makeFamily(app, { name: 'Petra Parent' })
  const date = dateIn(app, 7)
  await openHours(caregiver, date)
  requestId = (
    await makePaidRequest(app, { caregiver, family, windows: [{ date, start: '09:00', end: '11:00' }] })
  ).id
  await app.drain()
  await openDispute(family, requestId)
})
afterAll(() => app.close())

const readRecord = async (id: number, by = support) =>
  (await by.client.get(`/api/admin-panel/people/${id}`)).body

it('shows a caregiver with profile, documents and what is ahead', async () => {
  const body = await readRecord(caregiver.id)
  expect(body).toMatchObject({
    full_name: 'Clara Carer',
    email: maskEmail(caregiver.email),
    is_email_verified: true,
    role: 'caregiver',
    staff_role: null,
    is_active: true,
    last_seen: expect.stringMatching(/Z$/),
    caregiver: {
      verification_status: 'verified',
      is_listed: true,
      has_pending_change: false,
      average_rating: null,
    },
    family: null,
    counts: { requests: 1, visits_ahead: 1, disputes: 1, open_disputes: 1, reviews: 0, notes: 0 },
  })
  expect(body.visits_ahead_usd).toBeGreaterThan(0)
  expect(body.caregiver.documents).toMatchObject([{ kind: 'id_front', name: 'passport.png' }])
  expect((await support.client.get(body.caregiver.documents[0].url)).status).toBe(200)
})

it('shows balances to finance only, documents and addresses to support only', async () => {
  expect((await readRecord(caregiver.id)).balances).toBeNull()
  const seen = await readRecord(caregiver.id, finance)
  expect(seen.balances).toMatchObject({ available_usd: 0, held_usd: expect.any(Number) })
  expect(seen).toMatchObject({
    counts: { reports: null },
    ban_matches: null,
    caregiver: { documents: [], references: null, background_checks: null },
  })
  expect(await readRecord(family.id)).toMatchObject({ phone_number: '', family: { children: 0 } })
  expect(await readRecord(family.id, finance)).toMatchObject({ phone_number: null, family: null })
})

it('masks contact and address until staff say why they need them, and records it', async () => {
  const address = { street: '12 Elm Street', apartment: '4B', postal_code: '02134' }
  const place = { city: 'Boston', country: 'United States' }
  const profile = {
    editable_full_name: 'Petra Parent',
    phone_number: '+1 617 555 0142',
    ...address,
    ...place,
  }
  expect((await family.client.put('/api/auth/caretaker/profile', profile)).status).toBe(200)
  const masked = { street: '•••', apartment: '•••', postal_code: '•••', ...place }
  const record = await readRecord(family.id)
  expect(record).toMatchObject({ email: maskEmail(family.email), phone_number: '••• 42', family: masked })
  for (const path of [`people/${family.id}`, 'search?q=petra', `bookings/${requestId}`]) {
    const { body } = await support.client.get(`/api/admin-panel/${path}`)
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`Elm Street|617 555|"02134"|${family.email}`))
  }
  expect((await support.client.get(`/api/admin-panel/search?q=${family.email}`)).body.people).toHaveLength(1)

  const show = (body: object, by = support, id = family.id) =>
    by.client.post(`/api/admin-panel/people/${id}/contact/show`, body)
  const listShown = async () => {
    const { body } = await support.client.get(`/api/admin-panel/history?subject=user:${family.id}`)
    return body.results.filter(({ action }: { action: string }) => action === 'contact.opened')
  }
  for (const body of [{}, { reason: 'curious' }]) {
    expect(await show(body)).toMatchObject({ status: 400, body: { reason: ['Choose a reason'] } })
  }
  expect((await show({ reason: 'help' }, family)).status).toBe(403)
  expect((await show({ reason: 'help' }, support, 999_999_999)).status).toBe(404)
  expect(await listShown()).toEqual([])
  const shown = await show({ reason: 'help' })
  expect([shown.status, shown.body]).toMatchObject([
    200,
    { email: family.email, phone_number: profile.phone_number, family: { ...address, ...place } },
  ])
  expect((await show({ reason: 'payment' }, finance)).body).toEqual({
    email: family.email,
    phone_number: null,
    family: null,
  })
  expect(await listShown()).toMatchObject([
    { actor: { id: finance.id }, after: { reason: 'payment' } },
    { actor: { id: support.id }, after: { reason: 'help' } },
  ])
})

it('lists the meetings of a person for support, with place and note masked, and not for finance', async () => {
  const [host, guest] = [await makeListedCaregiver(app), await makeFamily(app)]
  const date = dateIn(app, 7)
  await openHours(host, date, [hours('09:00', '12:00')])
  const wish = { way: 'in_person', place: 'The café at the park', note: 'We have twins.' }
  await askMeeting(guest, host, `${date}T09:00:00.000Z`, wish)
  const meeting = {
    caregiver: { id: host.id, name: host.fullName },
    family: { id: guest.id, name: guest.fullName },
    start_utc: `${date}T09:00:00.000Z`,
    end_utc: `${date}T09:30:00.000Z`,
    way: 'in_person',
    place: '•••',
    note: '•••',
    status: 'asked',
  }
  const path = (id: number) => `/api/admin-panel/people/${id}/meetings`
  for (const { id } of [host, guest]) {
    const { body } = await support.client.get(path(id))
    expect(body).toMatchObject({ count: 1, results: [meeting] })
    expect(JSON.stringify(body)).not.toMatch(/café|twins/)
  }
  expect((await support.client.get(path(caregiver.id))).body).toMatchObject({ count: 0, results: [] })
  expect((await support.client.get(path(999_999_999))).status).toBe(404)
  expect((await finance.client.get(path(guest.id))).status).toBe(403)
})

it('shows support who has blocked a person and why, and finance nothing of it', async () => {
  expect((await readRecord(caregiver.id)).blocked_by).toEqual([])
  const block = { user_id: caregiver.id, reason: 'harassment', text: 'They threatened me' }
  expect((await family.client.post('/api/blocks', block)).status).toBe(204)
  expect((await readRecord(caregiver.id)).blocked_by).toEqual([
    {
      blocker: { id: family.id, name: 'Petra Parent' },
      reason: 'harassment',
      text: 'They threatened me',
      blocked_at: expect.stringMatching(/Z$/),
    },
  ])
  expect((await readRecord(family.id)).blocked_by).toEqual([])
  expect((await readRecord(caregiver.id, finance)).blocked_by).toBeNull()
  expect((await family.client.delete(`/api/blocks/${caregiver.id}`)).status).toBe(204)
})

it('lets finance reach bookings, and cancel none', async () => {
  expect((await finance.client.get('/api/admin-panel/requests')).body.count).toBeGreaterThan(0)
  const found = await finance.client.get(`/api/admin-panel/search?q=${requestId}`)
  expect(found.body.bookings).toMatchObject([{ id: requestId }])
  expect(found.body.disputes).toEqual([])
  const path = `/api/admin-panel/requests/${requestId}/cancellation?for=caretaker`
  expect((await finance.client.get(path)).status).toBe(403)
})

it('says on which report a profile was hidden', async () => {
  expect((await readRecord(caregiver.id)).caregiver.hidden).toBeNull()
  const report = await makeReport(family, 'profile', caregiver.id)
  expect((await decide(support, report, { measures: ['hide'] })).status).toBe(200)
  expect((await readRecord(caregiver.id)).caregiver.hidden).toEqual({
    at: expect.stringMatching(/Z$/),
    report_id: report,
  })
  expect((await readRecord(caregiver.id, finance)).caregiver.hidden).toBeNull()
  expect((await support.client.post(`/api/admin-panel/reports/${report}/show`)).status).toBe(200)
  expect((await readRecord(caregiver.id)).caregiver.hidden).toBeNull()
})

it('lists one person’s requests and disputes', async () => {
  for (const list of ['requests', 'disputes']) {
    const path = `/api/admin-panel/${list}?person_id=`
    for (const { id } of [caregiver, family]) {
      expect((await support.client.get(path + id)).body.count).toBe(1)
    }
    expect((await support.client.get(path + support.id)).body.count).toBe(0)
  }
})

it('lists reviews to all staff, sessions to support, and says to support only whether a payout is on its way', async () => {
  const get = (list: string, by: TestUser, id = caregiver.id) =>
    by.client.get(`/api/admin-panel/people/${id}/${list}`)
  const review = await makeReview(app, { caregiver, family }, { rating: 4, comment: 'So kind' })
  for (const id of [caregiver.id, family.id]) {
    const { body } = await get('reviews', finance, id)
    expect(body).toMatchObject({ count: 1, next: null, previous: null })
    expect(body.results).toMatchObject([
      {
        id: review,
        caregiver: { id: caregiver.id, name: 'Clara Carer' },
        family: { id: family.id, name: 'Petra Parent' },
        rating: 4,
        comment: 'So kind',
        is_hidden: false,
      },
    ])
  }
  const { body: sessions } = await get('sessions', support)
  expect(sessions.count).toBeGreaterThan(0)
  expect(Object.keys(sessions.results[0]).sort()).toEqual([
    'address',
    'country',
    'created_at',
    'device',
    'id',
    'used_at',
  ])
  expect((await get('sessions', finance)).status).toBe(403)
  expect((await get('sessions', support, finance.id)).status).toBe(403)
  expect((await get('reviews', support, 999_999_999)).status).toBe(404)

  const seen = await readRecord(caregiver.id)
  expect([seen.payout_on_its_way, seen.balances]).toEqual([false, null])
  await app.deps.database.execute(sql`
    INSERT INTO payouts (user_id, provider, account_id, amount_cents, created_at, updated_at)
    VALUES (${caregiver.id}, 'sandbox', 'acct_1', 500, now(), now())`)
  expect((await readRecord(caregiver.id)).payout_on_its_way).toBe(true)
  for (const [status, isOnItsWay] of [
    ['processing', true],
    ['paid', false],
  ]) {
    await app.deps.database.execute(sql`
      UPDATE payouts SET status = ${status}, provider_payout_id = 'po_1' WHERE user_id = ${caregiver.id}`)
    expect((await readRecord(caregiver.id)).payout_on_its_way).toBe(isOnItsWay)
  }
  expect((await readRecord(family.id)).payout_on_its_way).toBeNull()
  expect((await support.client.get('/api/admin-panel/payouts')).status).toBe(403)
})

it('keeps what was decided on a caregiver, and why, from finance', async () => {
  const decided = await makeCaregiver(app)
  await app.deps.database.execute(sql`
    UPDATE caregiver_profiles SET rejection_reason = 'Blurred', verification_override = 'Known from the agency'
    WHERE user_id = ${decided.id}`)
  const facts = { rejection_reason: 'Blurred', verification_override: 'Known from the agency' }
  expect((await readRecord(decided.id)).caregiver).toMatchObject(facts)
  const hidden = { rejection_reason: null, verification_override: null }
  expect((await readRecord(decided.id, finance)).caregiver).toMatchObject(hidden)
})

it('is a 404 for an unknown person, and closed to families', async () => {
  expect((await support.client.get('/api/admin-panel/people/999999999')).status).toBe(404)
  expect((await family.client.get(`/api/admin-panel/people/${caregiver.id}`)).status).toBe(403)
})

it('keeps the sign-in security of colleagues to admins', async () => {
  const admin = await makeUser(app, { role: 'admin' })
  const readTwoStep = (id: number, by = support) => by.client.get(`/api/admin-panel/people/${id}/two-step`)
  const refused = await readTwoStep(admin.id)
  expect([refused.status, refused.body.is_on]).toEqual([403, undefined])
  expect((await readTwoStep(finance.id)).status).toBe(403)
  expect((await readTwoStep(support.id, admin)).status).toBe(200)
  expect((await readTwoStep(family.id)).status).toBe(200)
})
