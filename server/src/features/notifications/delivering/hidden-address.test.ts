/** A family's address in mails, long after the visit. @see docs/rules/bookings.md#about-the-visit */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { disputeRequest } from '../../../../test/factories/disputes.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'

const STREET = '7 Acacia Street'

const VISIT = {
  children: [{ name: 'Wilhelmina', age: 5, age_months: null, due_date: null }],
  note: '',
  address: {
    street: STREET,
    apartment: '',
    neighborhood: 'Old Town',
    postal_code: '12211',
    city: 'Riyadh',
    country: 'Saudi Arabia',
  },
  emergency_contact: null,
}

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

/** A visit at the address, paid a day before it. */
async function makeVisit(daysAgo: number) {
  const windows = [{ date: dateIn(app, -daysAgo), start: '09:00', end: '11:00' }]
  const request = await insertPaidRequest(app, { windows })
  await app.deps.database.execute(
    sql`UPDATE requests SET visit = ${JSON.stringify(VISIT)}::jsonb,
      paid_at = paid_at - make_interval(days => ${daysAgo + 1}) WHERE id = ${request.id}`,
  )
  return request
}

async function refund({ id }: { id: number }) {
  const path = `/api/admin-panel/bookings/${id}/refund`
  const { refundable_usd } = (await admin.client.get(path)).body
  const body = { amount_usd: 5, refundable_usd, reason: 'They were late', borne_by: 'tendwell' }
  expect((await admin.client.post(path, body)).status).toBe(200)
  await app.drain()
}

const readLastMail = async ({ email }: TestUser) => (await listEmailsTo(app, email)).at(-1)?.text ?? ''

it.each([
  ['29 days after it says where it was', 29, true],
  ['31 days after it says the part of town only', 31, false],
])('a caregiver’s mail about a refund %s', async (_title, daysAgo, isShown) => {
  const request = await makeVisit(daysAgo)
  await refund(request)

  const mail = await readLastMail(request.caregiver)
  expect(mail).toMatch(/\nRefund to \S+: \$5\.00\n/)
  expect(mail).toContain('Old Town')
  expect(mail.includes(STREET)).toBe(isShown)
  const { body } = await request.caregiver.client.get(`/api/requests/${request.id}`)
  expect(body.address.street).toBe(isShown ? STREET : undefined)
  expect(await readLastMail(request.family)).toContain(STREET)
})

it('a caregiver’s mail about a dispute that was rejected late leaves the street out', async () => {
  const request = await makeVisit(2)
  const dispute = await disputeRequest(app, request)
  expect(await readLastMail(request.caregiver)).toContain(STREET)

  await app.advance(30 * 24 * 60)
  const client = await logInAgain(app, admin)
  const body = { resolution: 'The visit took place' }
  const answer = await client.post(`/api/admin-panel/disputes/${dispute.id}/reject`, body)
  expect(answer.status).toBe(200)
  await app.drain()

  const mail = await readLastMail(request.caregiver)
  expect(mail).toContain('was rejected')
  expect(mail).toContain('Old Town')
  expect(mail).not.toContain(STREET)
  expect(mail).not.toMatch(/\b12211\b/)
})
