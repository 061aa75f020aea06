/**
 * All admins hear of the day's refunds that cost Tendwell money, or left it unseen.
 * @see docs/rules/money.md#refunds-by-staff
 */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'

let app: TestApp
let admins: TestUser[]
let day = ''
beforeAll(async () => {
  app = await testApp()
  admins = [await makeUser(app, { role: 'admin' }), await makeUser(app, { role: 'admin' })]
})
afterAll(() => app.close())

/** Two hours past the next midnight, UTC, when the mail about the day before was sent. */
async function endDay() {
  const minutes = Math.floor(app.deps.clock.now().getTime() / 60_000) % MINUTES_PER_DAY
  await app.advance(MINUTES_PER_DAY + 120 - minutes)
  await app.drain()
  day = app.deps.clock.now().toISOString().slice(0, 10)
}
const makeStaff = (staffRole: 'finance' | 'support', fullName: string) =>
  makeUser(app, { role: 'admin', staffRole, fullName })

async function makeRefund(by: TestUser, body: object) {
  const windows = [{ date: dateIn(app, -3), start: '09:00', end: '11:00' }]
  const { id } = await insertPaidRequest(app, { rateCents: 50_000, windows })
  await app.drain()
  const path = `/api/admin-panel/bookings/${id}/refund`
  const { refundable_usd } = (await by.client.get(path)).body
  const answer = await by.client.post(path, { reason: 'Goodwill', refundable_usd, ...body })
  expect(answer.status).toBe(200)
}
const listGivenAwayMails = async ({ email }: TestUser) =>
  (await listEmailsTo(app, email)).filter(({ subject }) => subject.startsWith('Refunds of '))

it('mails all admins once about a day of $500 or more, with who made them, and of less nothing', async () => {
  await endDay()
  const told = day
  const [finance, support] = [
    await makeStaff('finance', 'Finn Finance'),
    await makeStaff('support', 'Sina Support'),
  ]
  await makeRefund(finance, { amount_usd: 200, borne_by: 'tendwell' })
  await makeRefund(finance, { amount_usd: 150, borne_by: 'caregiver', reference: 'SEPA 4711' })
  await makeRefund(finance, { amount_usd: 900, borne_by: 'caregiver' })
  await makeRefund(support, { amount_usd: 150, borne_by: 'tendwell' })
  await app.drain()
  for (const admin of admins) expect(await listGivenAwayMails(admin)).toEqual([])

  await endDay()
  for (const admin of admins) {
    const [notice, ...others] = await listGivenAwayMails(admin)
    expect(others).toEqual([])
    expect(notice?.subject).toBe(`Refunds of $500.00 on ${told} cost Tendwell, or were paid another way`)
    expect(notice?.text).toContain('Finn Finance (Finance): $350.00')
    expect(notice?.text).toContain('Sina Support (Support): $150.00')
  }
  const text = (await listGivenAwayMails(admins[0] as TestUser))[0]?.text
  expect(text).toContain(`/admin/audit?topic=given_away&from=${told}&to=${told}`)
  const reader = await makeUser(app, { role: 'admin' })
  const path = `/api/admin-panel/audit?topic=given_away&date_from=${told}&date_to=${told}`
  const { body } = await reader.client.get(path)
  const amounts = body.results.map(({ after }: { after: { amountCents: number } }) => after.amountCents)
  expect(amounts).toEqual([15_000, 15_000, 20_000])
  for (const other of [finance, support]) expect(await listGivenAwayMails(other)).toEqual([])

  await makeRefund(await makeStaff('finance', 'Fay Finance'), { amount_usd: 499.99, borne_by: 'tendwell' })
  await endDay()
  for (const admin of admins) expect(await listGivenAwayMails(admin)).toHaveLength(1)
})

it('counts what waited for its approver, on the day of approval', async () => {
  const support = await makeStaff('support', 'Sol Support')
  await makeRefund(support, { amount_usd: 600, borne_by: 'tendwell' })
  await endDay()
  const before = (await listGivenAwayMails(admins[0] as TestUser)).length
  const finance = await makeStaff('finance', 'Fran Finance')
  const [waiting] = (await finance.client.get('/api/admin-panel/waiting-refunds')).body.results
  const body = { decision: 'approved', refundable_usd: waiting.refundable_usd }
  const path = `/api/admin-panel/waiting-refunds/${waiting.id}/decision`
  expect((await finance.client.post(path, body)).status).toBe(200)
  await endDay()
  const notices = await listGivenAwayMails(admins[0] as TestUser)
  expect(notices).toHaveLength(before + 1)
  expect(notices.at(-1)?.text).toContain('Fran Finance (Finance): $600.00')
  expect(notices.at(-1)?.text).not.toContain('Sol Support')
  const reader = await makeUser(app, { role: 'admin' })
  const { body: log } = await reader.client.get('/api/admin-panel/audit?topic=given_away')
  expect(log.results[0]).toMatchObject({ action: 'refund.approved', after: { amountCents: 60_000 } })
  expect(log.results.map(({ action }: { action: string }) => action)).not.toContain('refund.asked')
})
