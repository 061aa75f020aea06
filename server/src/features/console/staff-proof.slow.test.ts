/**
 * What staff do with money, people and colleagues needs a recent proof.
 * @see docs/rules/accounts.md#confirming-who-you-are
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, PASSWORD, refreshSession, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../test/factories/availability.ts'
import { makePaidRequest } from '../../../test/factories/bookings.ts'
import { makeCaregiver, makeFamily } from '../../../test/factories/profiles.ts'
import { makeReport } from '../../../test/factories/reports.ts'
import { addApp, reauthenticate, showCode } from '../../../test/factories/two-step.ts'
import { digestTables } from '../../../test/table-digests.ts'

let app: TestApp
let admin: TestUser
let secret: string
let colleague: TestUser
/** Each has a paid visit ahead. */
let removed: { deactivated: TestUser; rejected: TestUser; reportId: number; suspendedUntil: string }
beforeAll(async () => {
  app = await testApp()
  colleague = await makeUser(app, { role: 'admin' })
  const [deactivated, rejected, suspended] = [
    await makeBookedPeople(),
    await makeBookedPeople(),
    await makeBookedPeople(),
  ]
  removed = {
    deactivated: deactivated.caregiver,
    rejected: rejected.caregiver,
    reportId: await makeReport(suspended.family, 'profile', suspended.caregiver.id),
    suspendedUntil: dateIn(app, 10),
  }
  const { email, ...made } = await makeUser(app, { role: 'admin' })
  secret = (await addApp(app, made.client)).secret
  await app.advance(12)
  const { body } = await refreshSession(app, made.refresh)
  admin = { email, ...made, client: app.withToken(body.access) }
  await app.drain()
})
afterAll(() => app.close())

async function makeBookedPeople() {
  const caregiver = await makeCaregiver(app)
  const family = await makeFamily(app)
  const date = dateIn(app, 3)
  await openHours(caregiver, date)
  await makePaidRequest(app, { caregiver, family, windows: [{ date, start: '09:00', end: '11:00' }] })
  return { caregiver, family }
}

type Action = { path: () => string; body?: object | (() => object); method?: 'patch' }

function callAction({ path, body, method }: Action) {
  const sent = typeof body === 'function' ? body() : body
  return method === 'patch' ? admin.client.patch(path(), sent) : admin.client.post(path(), sent)
}

const ACTIONS: Record<string, Action> = {
  'cancels a booking': {
    path: () => '/api/admin-panel/requests/999999/cancel',
    body: { for: 'caretaker', refund: 'full', reason: 'illness', refund_usd: 10, note: '' },
  },
  'closes a dispute with a refund': {
    path: () => '/api/admin-panel/disputes/999999/close',
    body: { refund_usd: 10, resolution: 'Refunded' },
  },
  'closes a dispute by the parties’ call': {
    path: () => '/api/disputes/999999/close',
    body: { refund_usd: 10, resolution: 'Refunded' },
    method: 'patch',
  },
  'retries a payment': { path: () => '/api/admin-panel/payments/999999/retry' },
  'retries a refund': { path: () => '/api/admin-panel/refunds/999999/retry' },
  'refunds a booking': {
    path: () => '/api/admin-panel/bookings/999999/refund',
    body: { amount_usd: 10, borne_by: 'tendwell', reason: 'Came late', refundable_usd: 50 },
  },
  'approves a refund': {
    path: () => '/api/admin-panel/waiting-refunds/999999/decision',
    body: { decision: 'approved', refundable_usd: 50 },
  },
  'records a refund as paid another way': {
    path: () => '/api/admin-panel/refunds/999999/paid-another-way',
    body: { reference: 'SEPA 1' },
  },
  'retries a payout': { path: () => '/api/admin-panel/payouts/999999/retry' },
  'cancels a payout': { path: () => '/api/admin-panel/payouts/999999/cancel' },
  'retries all failed jobs': { path: () => '/api/admin-panel/jobs/retry' },
  'retries a job': { path: () => '/api/admin-panel/jobs/999999/retry' },
  'drops a job': { path: () => '/api/admin-panel/jobs/999999/drop' },
  'invites a colleague': {
    path: () => '/api/admin-panel/staff/invitations',
    body: { email: 'thief@example.test', staff_role: 'admin' },
  },
  'changes a role': {
    path: () => `/api/admin-panel/staff/${colleague.id}/role`,
    body: { staff_role: 'support' },
  },
  'deactivates a colleague': {
    path: () => `/api/admin-panel/staff/${colleague.id}/status`,
    body: { is_active: false },
  },
  'asks to end someone’s two-step sign-in': {
    path: () => `/api/admin-panel/people/${colleague.id}/two-step/recovery`,
    body: { reason: 'I know them' },
  },
  'decides on a change of the admins': {
    path: () => '/api/admin-panel/staff/changes/999999/decision',
    body: { decision: 'approve' },
  },
  'decides to end it': {
    path: () => '/api/admin-panel/two-step-recoveries/999999/decision',
    body: { decision: 'approve' },
  },
}

/** They cancel paid bookings. */
const REMOVALS: Record<string, Action> = {
  'deactivates a person with a booking': {
    path: () => `/api/admin-panel/users/${removed.deactivated.id}/status`,
    body: () => ({ is_active: false, reason: 'Forged papers' }),
  },
  'rejects a caregiver with a booking': {
    path: () => `/api/admin-panel/caregivers/${removed.rejected.id}/verification`,
    body: () => ({ verification_status: 'rejected', rejection_reason: 'Forged papers' }),
  },
  'suspends a person with a booking': {
    path: () => `/api/admin-panel/reports/${removed.reportId}/decision`,
    body: () => ({ measures: ['suspend'], message: 'Rules', suspended_until: removed.suspendedUntil }),
  },
}

describe('a stolen session of an admin', () => {
  it.each(Object.entries({ ...ACTIONS, ...REMOVALS }))('is refused when it %s', async (_, action) => {
    const before = await digestTables(app)
    const { status, body: refusal } = await callAction(action)
    expect([status, refusal.code, refusal.methods]).toEqual([
      403,
      'reauthentication_required',
      ['app', 'recovery_code'],
    ])
    expect(await digestTables(app)).toEqual(before)
  })

  it('works after a second step, but not after the password alone', async () => {
    expect((await reauthenticate(admin.client, { password: PASSWORD })).status).toBe(403)
    expect((await reauthenticate(admin.client, { app_code: showCode(app, secret) })).status).toBe(200)
    const unknown = Object.values(ACTIONS).filter(({ path }) => path().includes('999999'))
    for (const action of unknown) expect((await callAction(action)).status).toBe(404)
    expect((await callAction({ path: () => '/api/admin-panel/jobs/retry' })).status).toBe(200)
    for (const action of Object.values(REMOVALS)) expect((await callAction(action)).status).toBe(200)
  })
})
