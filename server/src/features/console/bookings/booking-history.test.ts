/** What staff read of a booking that others ended. @see docs/rules/console.md#records */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { makeRequest } from '../../../../test/factories/bookings.ts'
import { disputeRequest } from '../../../../test/factories/disputes.ts'
import { decide, makeReport } from '../../../../test/factories/reports.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin', fullName: 'Ada Admin' })
})
afterAll(() => app.close())

type Entry = { action: string; actor: { name: string } | null; after: Record<string, unknown> }

async function readHistory(subject: string): Promise<Entry[]> {
  const { body } = await admin.client.get(`/api/admin-panel/history?subject=${subject}`)
  return body.results
}

/** What was done to the booking, oldest first. */
const listActions = async ({ id }: { id: number }) =>
  (await readHistory(`request:${id}`)).map(({ action, actor }) => [action, actor?.name]).reverse()

const TIME = /^[A-Z][a-z]{2} \d{1,2}, 9:00\sAM – 11:00\sAM, UTC$/
const postAsAdmin = async (path: string, body: object) => {
  const { status } = await admin.client.post(`/api/admin-panel/${path}`, body)
  expect(status).toBe(200)
}

/** One entry says which visits were canceled and why, and the person's names the booking. */
async function expectCanceled(request: { id: number }, person: TestUser, because: string) {
  const entries = await readHistory(`request:${request.id}`)
  expect(entries).toMatchObject([{ action: 'booking.canceled', actor: { name: 'Ada Admin' } }])
  expect(entries[0]?.after).toMatchObject({ because, refundCents: 5_000 })
  expect(entries[0]?.after.visits).toEqual([expect.stringMatching(TIME)])
  const [last] = await readHistory(`user:${person.id}`)
  expect(last?.after.bookings).toEqual([request.id])
}

it('says that a deactivation canceled it', async () => {
  const request = await insertPaidRequest(app)
  await postAsAdmin(`users/${request.family.id}/status`, {
    is_active: false,
    reason: 'Fraud',
    refund: 'full',
  })
  await expectCanceled(request, request.family, 'the family was removed')
})

it('says that a suspension canceled it', async () => {
  const request = await insertPaidRequest(app)
  const { family, caregiver } = request
  const reportId = await makeReport(family, 'profile', caregiver.id)
  const suspended_until = dateIn(app, 20)
  const decision = { measures: ['suspend'], message: 'Rude', suspended_until }
  expect((await decide(admin, reportId, decision)).status).toBe(200)
  await expectCanceled(request, caregiver, 'the caregiver was suspended')
})

it('says that a revoked verification canceled it', async () => {
  const request = await insertPaidRequest(app)
  const body = { verification_status: 'rejected', admin_notes: '', rejection_reason: 'Expired papers' }
  await postAsAdmin(`caregivers/${request.caregiver.id}/verification`, body)
  await expectCanceled(request, request.caregiver, 'the caregiver was removed')
})

it('has a dispute, who opened and who closed it, and with how much', async () => {
  const windows = [{ date: dateIn(app, -1), start: '09:00', end: '11:00' }]
  const request = await insertPaidRequest(app, { windows })
  const { id } = await disputeRequest(app, request)
  await postAsAdmin(`disputes/${id}/escalate`, {})
  await postAsAdmin(`disputes/${id}/close`, { refund_usd: 12.5, resolution: 'They left early' })
  expect(await listActions(request)).toEqual([
    ['booking.disputed', expect.any(String)],
    ['booking.dispute-ended', 'Ada Admin'],
  ])
  const [ended] = await readHistory(`request:${request.id}`)
  expect(ended?.after).toEqual({ dispute: `DPT-${id}`, status: 'closed', refundCents: 1_250 })
})

it('says which visits staff canceled by their times, and no number of theirs', async () => {
  const request = await insertPaidRequest(app)
  const preview = await admin.client.get(
    `/api/admin-panel/requests/${request.id}/cancellation?for=caretaker&refund=full`,
  )
  await postAsAdmin(`requests/${request.id}/cancel`, {
    for: 'caretaker',
    refund: 'full',
    refund_usd: preview.body.refund_usd,
    reason: 'illness',
    note: '',
  })
  const [entry] = await readHistory(`request:${request.id}`)
  expect(entry?.after).not.toHaveProperty('bookingIds')
  expect(entry?.after.visits).toEqual([expect.stringMatching(TIME)])
})

it('says why the caregiver rejected it, in the timeline', async () => {
  const { id, caregiver } = await makeRequest(app)
  await caregiver.client.patch(`/api/requests/${id}/status`, { status: 'rejected', reason: 'distance' })
  const { body } = await admin.client.get(`/api/admin-panel/bookings/${id}`)
  expect(body.timeline.at(-1)).toMatchObject({ event: 'rejected', detail: 'distance' })
})
