import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { makeAcceptedRequest, makePaidRequest, makeRequest } from '../../../../test/factories/bookings.ts'
import { requests } from '../../bookings/tables.ts'
import { users } from '../../people/tables.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

const setSubmittedAt = (requestId: number, at: string) =>
  app.deps.database
    .update(requests)
    .set({ submittedAt: new Date(at) })
    .where(eq(requests.id, requestId))

/** As if the care had ended an hour ago. */
const endWindows = (requestId: number) =>
  app.deps.database.execute(sql`
    UPDATE request_windows SET starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'
    WHERE request_id = ${requestId}`)

const renameUsers = (userIds: number[], fullName: string) =>
  app.deps.database.update(users).set({ fullName }).where(inArray(users.id, userIds))

describe('the list of requests', () => {
  it('is newest first and filters by either party, status, state and date', async () => {
    const open = await makeRequest(app)
    const answered = await makeAcceptedRequest(app)
    const listIds = async (query: string) => {
      const { body } = await admin.client.get(`/api/admin-panel/requests?${query}`)
      return body.results.map(({ id }: { id: number }) => id)
    }
    expect(await listIds('')).toEqual([answered.id, open.id])
    expect(await listIds('status=open')).toEqual([open.id])
    expect(await listIds('status=closed')).toEqual([answered.id])
    expect(await listIds('status=accepted')).toEqual([answered.id])
    expect(await listIds(`q=${open.caregiver.email}`)).toEqual([open.id])
    expect(await listIds(`q=${encodeURIComponent(answered.family.fullName.toUpperCase())}`)).toContain(
      answered.id,
    )
    expect(await listIds('q=nobody-of-this-name')).toEqual([])
    expect(await listIds('date_to=2020-01-01')).toEqual([])
    const { body } = await admin.client.get('/api/admin-panel/requests?status=open')
    expect(body.results[0]).toEqual({
      id: open.id,
      caregiver_id: open.caregiver.id,
      caretaker_id: open.family.id,
      caregiver_name: open.caregiver.fullName,
      caretaker_name: open.family.fullName,
      caregiver_email: open.caregiver.email,
      caretaker_email: open.family.email,
      total_hours: 2,
      total_price_usd: 50,
      submitted_at: expect.stringMatching(/Z$/),
      starts_at: expect.stringMatching(/T09:00:00.000Z$/),
      ends_at: expect.stringMatching(/T11:00:00.000Z$/),
      status: 'submitted',
      is_paid: false,
      is_canceled: false,
    })
    await setSubmittedAt(answered.id, '2020-01-01T12:00:00Z')
    expect(await listIds('')).toEqual([open.id, answered.id])
    expect(await listIds('date_to=2020-01-01')).toEqual([answered.id])
  })

  it('are closed for staff only when nothing is ahead any more', async () => {
    const submitted = await makeRequest(app)
    const accepted = await makeAcceptedRequest(app)
    const paid = await makePaidRequest(app)
    const over = await makePaidRequest(app)
    const declined = await makeRequest(app)
    await declined.caregiver.client.patch(`/api/requests/${declined.id}/status`, { status: 'rejected' })
    const canceled = await makePaidRequest(app)
    const cancel = { reason: 'illness', refund_usd: 50 }
    expect((await canceled.family.client.post(`/api/requests/${canceled.id}/cancel`, cancel)).status).toBe(
      200,
    )
    await endWindows(over.id)
    const windows = ['10', '12'].map((hour) => ({
      date: dateIn(app, 3),
      start: `${hour}:00`,
      end: `${Number(hour) + 1}:00`,
    }))
    const partly = await insertPaidRequest(app, { windows })
    const first = { booking_ids: partly.bookingIds.slice(0, 1), reason: 'asked_to', note: '' }
    const forFamily = { ...first, for: 'caretaker', refund: 'none', refund_usd: 0 }
    const path = `/api/admin-panel/requests/${partly.id}/cancel`
    expect((await admin.client.post(path, forFamily)).status).toBe(200)
    const ids = [submitted, accepted, paid, partly, over, declined, canceled].map(({ id }) => id)
    const list = async (state: string) => {
      const { body } = await admin.client.get(`/api/admin-panel/requests?state=${state}`)
      const found = body.results.map(({ id }: { id: number }) => id)
      return ids.filter((id) => found.includes(id))
    }
    expect(await list('open')).toEqual([submitted.id, accepted.id, paid.id, partly.id])
    expect(await list('closed')).toEqual([over.id, declined.id, canceled.id])
  })

  it('finds requests by a name that hundreds of users share', async () => {
    const [one, other, foreign] = [await makeRequest(app), await makeRequest(app), await makeRequest(app)]
    const name = 'Crowdwell'
    await renameUsers([one.caregiver.id, other.family.id], name)
    await app.deps.database.execute(sql`
      INSERT INTO users (email, full_name, role, created_at)
      SELECT 'crowd-' || n || '@example.test', ${name}::text, 'caretaker', now() FROM generate_series(1, 600) AS n`)

    for (const filter of ['', '&state=open']) {
      const { body } = await admin.client.get(`/api/admin-panel/requests?q=${name.toLowerCase()}${filter}`)
      const found = body.results.map(({ id }: { id: number }) => id)
      expect([body.count, found]).toEqual([2, [other.id, one.id]])
      expect(found).not.toContain(foreign.id)
    }
  })
})
