import { MINUTE_MS, startOfDate } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import {
  answerRequest,
  makeAcceptedRequest,
  makePaidRequest,
  makeRequest,
  openCheckout,
  sendRequest,
} from '../../../../test/factories/bookings.ts'
import {
  acceptCheck,
  addCheckedDocuments,
  dayIn,
  decideRenewal,
  makeCertified,
  readProfile,
  uploadDocument,
} from '../../../../test/factories/documents.ts'
import {
  logInAgain,
  makeCaregiver,
  setActive,
  setVerificationStatus,
} from '../../../../test/factories/profiles.ts'
import { findReopenToken } from '../../../../test/own-data.ts'
import { auditLog } from '../../people/index.ts'
import { handleDueExpiryNotices } from './expiry.ts'

const DAY_MINUTES = 24 * 60
const ABOUT_EXPIRY = /(expires? on|expired)/

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const listSubjects = async ({ email }: TestUser) =>
  (await listEmailsTo(app, email))
    .map(({ subject }) => subject)
    .filter((subject) => ABOUT_EXPIRY.test(subject))
const countNotices = async (caregiver: TestUser) => {
  const { body } = await (await logInAgain(app, caregiver)).get('/api/notifications?status=all')
  return body.results.filter(({ type }: { type: string }) => /^document_expir/.test(type)).length
}
const isFound = async ({ id }: TestUser) =>
  (await app.visitor.get(`/api/auth/caregivers/${id}`)).status === 200
const isInSearch = async ({ id }: TestUser) => {
  const { body } = await app.visitor.get('/api/auth/caregivers?page_size=24')
  return body.results.some((found: { id: number }) => found.id === id)
}
/**
 * Moves the clock to this many days before a caregiver's certificate expires, and runs the job twice at once.
 */
const advanceToDaysBefore = async (caregiver: TestUser, daysBefore: number) => {
  const { document_states: states, timezone } = await readProfile(app, caregiver)
  const expiresOn = states.find(({ expires_on }) => expires_on)?.expires_on ?? ''
  const startMs = startOfDate(expiresOn, timezone) - daysBefore * DAY_MINUTES * MINUTE_MS
  const minutes = Math.ceil((startMs - app.deps.clock.now().getTime()) / MINUTE_MS) + 61
  if (minutes > 0) await app.advance(minutes)
  await Promise.all([handleDueExpiryNotices(app.deps), handleDueExpiryNotices(app.deps)])
}

it('reminds 60, 30 and 7 days before a document expires and on the day, once each', async () => {
  const caregiver = await makeCertified(app, 61)
  await advanceToDaysBefore(caregiver, 61)
  expect(await listSubjects(caregiver)).toEqual([])
  for (const [days, count] of [
    [60, 1],
    [59, 1],
    [30, 2],
    [8, 2],
    [7, 3],
    [0, 4],
    [-3, 4],
  ] as const) {
    await advanceToDaysBefore(caregiver, days)
    expect([days, (await listSubjects(caregiver)).length]).toEqual([days, count])
  }
  expect(await listSubjects(caregiver)).toEqual([
    ...Array(3).fill(expect.stringMatching(/^Your certificate expires on \w+, \w+ \d+, \d{4}$/)),
    'Your certificate has expired',
  ])
  expect(await countNotices(caregiver)).toBe(4)
  const [first] = (await listEmailsTo(app, caregiver.email)).filter(({ subject }) =>
    ABOUT_EXPIRY.test(subject),
  )
  expect(first?.text).toMatch(/in 60 days, on/)
  expect(first?.text).toContain('/caregiver/profile#documents')
})

it('sends a notice once when two nodes send it at the same time', async () => {
  const caregiver = await makeCertified(app, 30)
  const expiresAt = app.deps.clock.now().getTime() + 31 * DAY_MINUTES * MINUTE_MS
  for (const [daysBefore, count] of [
    [7, 1],
    [0, 2],
  ] as const) {
    const now = new Date(expiresAt - daysBefore * DAY_MINUTES * MINUTE_MS)
    const deps = { ...app.deps, clock: { ...app.deps.clock, now: () => now } }
    await Promise.all(Array.from({ length: 5 }, () => handleDueExpiryNotices(deps)))
    expect(await listSubjects(caregiver)).toHaveLength(count)
  }
})

it('sends only the reminders that are still ahead when a document is checked', async () => {
  const caregiver = await makeCertified(app, 20)
  await advanceToDaysBefore(caregiver, 20)
  expect(await listSubjects(caregiver)).toEqual([])
  await advanceToDaysBefore(caregiver, 7)
  expect(await listSubjects(caregiver)).toHaveLength(1)
})

it('sends one reminder for both sides of an ID, and only the latest after a long pause', async () => {
  const caregiver = await makeCaregiver(app, { verified: false })
  const expiresOn = dayIn(app, 100)
  await addCheckedDocuments(app, caregiver, { gov_id_front: expiresOn, gov_id_back: expiresOn })
  await advanceToDaysBefore(caregiver, 25)
  expect(await listSubjects(caregiver)).toEqual([expect.stringMatching(/^Your government ID expires on/)])
  const [mail] = (await listEmailsTo(app, caregiver.email)).slice(-1)
  expect(mail?.text).toMatch(/in 25 days/)
})

it('takes the expiry from the last check that found the document fine', async () => {
  const caregiver = await makeCertified(app, 40)
  const admin = await makeUser(app, { role: 'admin' })
  const { body } = await admin.client.get(`/api/admin-panel/people/${caregiver.id}`)
  const path = `/api/admin-panel/caregivers/${caregiver.id}/documents/certificate/check`
  const asked = {
    file_id: body.caregiver.documents[0].file_id,
    result: 'ask_again',
    reason: 'A newer one, please',
  }
  expect((await admin.client.post(path, asked)).status).toBe(200)
  await advanceToDaysBefore(caregiver, 30)
  expect(await listSubjects(caregiver)).toHaveLength(1)
  await advanceToDaysBefore(caregiver, 0)
  expect(await isFound(caregiver)).toBe(false)
})

it('says nothing about the documents of those who are not verified or not active', async () => {
  const pending = await makeCertified(app, 30)
  const gone = await makeCertified(app, 30)
  await setVerificationStatus(app, pending.id, 'flagged')
  await setActive(app, gone.id, false)
  await advanceToDaysBefore(pending, 0)
  for (const person of [pending, gone])
    expect(
      (await listEmailsTo(app, person.email)).filter(({ subject }) => ABOUT_EXPIRY.test(subject)),
    ).toEqual([])
  await setActive(app, gone.id, true)
  expect(await isFound(gone)).toBe(false)
  const verify = setVerificationStatus(app, pending.id, 'verified')
  await expect(verify).rejects.toThrow(
    'One of this caregiver’s documents has expired. Check a new one before you verify them',
  )
})

describe('a document that expires while its caregiver can’t log in', () => {
  const decideActive = async ({ id }: TestUser, isActive: boolean) => {
    const { client } = await makeUser(app, { role: 'admin' })
    const body = { is_active: isActive, reason: 'Checking something' }
    const { status } = await client.post(`/api/admin-panel/users/${id}/status`, body)
    expect(status).toBe(200)
    await app.drain()
  }

  it('is announced once, when they are activated again', async () => {
    const caregiver = await makeCertified(app, 5)
    await decideActive(caregiver, false)
    await app.advance(6 * DAY_MINUTES)
    expect(await listSubjects(caregiver)).toEqual([])
    for (let round = 0; round < 2; round += 1) {
      await decideActive(caregiver, true)
      await handleDueExpiryNotices(app.deps)
      expect(await listSubjects(caregiver)).toEqual(['Your certificate has expired'])
      expect([await countNotices(caregiver), await isFound(caregiver)]).toEqual([1, false])
      await decideActive(caregiver, false)
    }
  })

  it('is announced when they open their closed account again', async () => {
    const caregiver = await makeCertified(app, 5)
    const client = await logInAgain(app, caregiver)
    expect((await client.post('/api/account/close', { email: caregiver.email })).status).toBe(200)
    await app.advance(6 * DAY_MINUTES)
    expect(await listSubjects(caregiver)).toEqual([])
    const token = await findReopenToken(app, caregiver.email)
    expect((await app.visitor.post('/api/account/reopen', { token })).status).toBe(200)
    expect(await listSubjects(caregiver)).toEqual(['Your certificate has expired'])
  })

  it('is not announced again if it had expired before', async () => {
    const caregiver = await makeCertified(app, 2)
    await advanceToDaysBefore(caregiver, 0)
    await decideActive(caregiver, false)
    await decideActive(caregiver, true)
    expect(await listSubjects(caregiver)).toHaveLength(1)
  })

  it('is not announced to one who is not verified, or whose date was corrected', async () => {
    const flagged = await makeCertified(app, 5)
    const corrected = await makeCertified(app, 5)
    await setVerificationStatus(app, flagged.id, 'flagged')
    for (const caregiver of [flagged, corrected]) await decideActive(caregiver, false)
    await app.advance(6 * DAY_MINUTES)
    expect((await acceptCheck(app, corrected, 'certificate', dayIn(app, 200))).status).toBe(200)
    for (const caregiver of [flagged, corrected]) {
      await decideActive(caregiver, true)
      expect(await listSubjects(caregiver)).toEqual([])
    }
    expect([await isFound(flagged), await isFound(corrected)]).toEqual([false, true])
  })
})

it.each(['Pacific/Kiritimati', 'America/Los_Angeles'])(
  'unlists when the day begins in the caregiver’s zone, %s',
  async (zone) => {
    const caregiver = await makeCertified(app, 2, zone)
    const { document_states: states } = await readProfile(app, caregiver)
    const startMs = startOfDate(states[0]?.expires_on ?? '', zone)
    const left = () => (startMs - app.deps.clock.now().getTime()) / MINUTE_MS
    await app.advance(Math.floor(left()) - 1)
    expect([
      await isFound(caregiver),
      (await readProfile(app, caregiver)).document_states[0]?.is_expired,
    ]).toEqual([true, false])
    await app.advance(Math.ceil(left()) + 1)
    expect([
      await isFound(caregiver),
      (await readProfile(app, caregiver)).document_states[0]?.is_expired,
    ]).toEqual([false, true])
  },
)

it('stays expired when the caregiver moves to another zone', async () => {
  const caregiver = await makeCertified(app, 1, 'Pacific/Kiritimati')
  await advanceToDaysBefore(caregiver, 0)
  const client = await logInAgain(app, caregiver)
  expect((await client.patch('/api/auth/caregiver/profile', { timezone: 'Pacific/Pago_Pago' })).status).toBe(
    200,
  )
  await handleDueExpiryNotices(app.deps)
  expect((await readProfile(app, caregiver)).document_states[0]?.is_expired).toBe(true)
  expect(await isFound(caregiver)).toBe(false)
})

it('ends search, page, requests, acceptances and payments, and leaves paid bookings as they are', async () => {
  const caregiver = await makeListedCaregiver(app)
  await addCheckedDocuments(app, caregiver, { certificate: dayIn(app, 3) })
  caregiver.client = await logInAgain(app, caregiver)
  const windows = (days: number) => [{ date: dateIn(app, days), start: '09:00', end: '11:00' }]
  for (const days of [7, 8, 9, 10]) await openHours(caregiver, dateIn(app, days))
  const paid = await makePaidRequest(app, { caregiver, windows: windows(7) })
  const accepted = await makeAcceptedRequest(app, { caregiver, windows: windows(8) })
  const submitted = await makeRequest(app, { caregiver, windows: windows(9) })
  const readRows = async () => {
    const tables = ['bookings', 'requests', 'request_windows', 'booked_times', 'payments', 'ledger_entries']
    return Promise.all(
      tables.map(
        async (table) =>
          (await app.deps.database.execute(sql`SELECT * FROM ${sql.identifier(table)} ORDER BY 1`)).rows,
      ),
    )
  }
  const [before, late] = [await readRows(), windows(10)]
  expect(await isInSearch(caregiver)).toBe(true)

  await advanceToDaysBefore(caregiver, 0)
  expect(await readRows()).toEqual(before)
  const client = async (user: TestUser) => ({ ...user, client: await logInAgain(app, user) })
  expect([await isInSearch(caregiver), await isFound(caregiver)]).toEqual([false, false])
  expect((await sendRequest(await client(submitted.family), caregiver.id, late)).status).toBe(404)
  expect(await answerRequest(await client(caregiver), submitted.id, 'accepted')).toMatchObject({
    status: 403,
    body: { detail: 'One of your documents has expired. Upload a new one to accept requests' },
  })
  expect((await openCheckout(await client(accepted.family), accepted.id)).status).toBe(409)
  expect(await readRows()).toEqual(before)
  for (const { email } of [paid.family, accepted.family, submitted.family]) {
    expect((await listEmailsTo(app, email)).filter(({ text }) => /expired|certificate/i.test(text))).toEqual(
      [],
    )
  }
  expect((await readProfile(app, caregiver)).verification_status).toBe('verified')
  const entries = await app.deps.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'document.expired'))
  expect(entries.find(({ subject }) => subject === `user:${caregiver.id}`)).toMatchObject({
    actorId: null,
    after: { documents: ['certificate'] },
  })

  expect((await uploadDocument(app, caregiver, 'certificate')).status).toBe(200)
  expect(await isFound(caregiver)).toBe(false)
  await decideRenewal(app, caregiver, 'certificate', { decision: 'accept', expires_on: dayIn(app, 300) })
  expect([await isFound(caregiver), await isInSearch(caregiver)]).toEqual([true, true])
  expect((await answerRequest(await client(caregiver), submitted.id, 'accepted')).status).toBe(200)
})

it('lists a caregiver again when a wrong date is corrected', async () => {
  const caregiver = await makeCertified(app, 2)
  await advanceToDaysBefore(caregiver, 0)
  expect(await isFound(caregiver)).toBe(false)
  expect((await acceptCheck(app, caregiver, 'certificate', dayIn(app, 200))).status).toBe(200)
  expect(await isFound(caregiver)).toBe(true)
})

it('shows on the home screen what expires within 30 days or has expired', async () => {
  const caregiver = await makeCertified(app, 31)
  const readHome = async () =>
    (await (await logInAgain(app, caregiver)).get('/api/home')).body.expiring_documents
  expect(await readHome()).toEqual([])
  await advanceToDaysBefore(caregiver, 30)
  const expiresOn = dayIn(app, 30)
  const shown = { document: 'certificate', expires_on: expiresOn, is_expired: false, has_renewal: false }
  expect(await readHome()).toEqual([shown])
  await advanceToDaysBefore(caregiver, 0)
  await uploadDocument(app, caregiver, 'certificate')
  expect(await readHome()).toEqual([{ ...shown, is_expired: true, has_renewal: true }])
})

it('keeps an unlisted caregiver out of the list by a constraint', async () => {
  const caregiver = await makeCertified(app, 2)
  await advanceToDaysBefore(caregiver, 0)
  const list = app.deps.database.execute(
    sql`UPDATE caregiver_profiles SET is_listed = true WHERE user_id = ${caregiver.id}`,
  )
  await expect(list).rejects.toThrow()
})
