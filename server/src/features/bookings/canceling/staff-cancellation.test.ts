/** Canceling for either side as an admin. @see docs/rules/bookings.md#canceling */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { getBooking, type TestRequest } from '../../../../test/factories/bookings.ts'
import { makeBooked } from '../../../../test/factories/cancellations.ts'
import { verifyLedger } from '../../reconciliation/index.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250', SERVICE_FEE_BPS: '333' })
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

describe('an admin', () => {
  const paths = ({ id }: TestRequest) => `/api/admin-panel/requests/${id}`

  /** For which side the family, and the caregiver, read that we canceled. */
  const readSides = async (request: TestRequest) => {
    const path = `/api/requests/bookings/caregiver/${request.id}`
    const bookings = [await getBooking(request), (await request.caregiver.client.get(path)).body]
    return bookings.map(({ windows }) => windows[0].canceled_for)
  }

  it('previews what each refund gives back, by the side that it cancels for', async () => {
    const { request } = await makeBooked(app, 2)
    const previews = [
      ['caretaker', 'policy', 50],
      ['caretaker', 'full', 100],
      ['caretaker', 'none', 0],
      ['caregiver', 'policy', 100],
      ['caregiver', 'full', 100],
      ['caregiver', 'none', 0],
    ]
    for (const [side, refund, percent] of previews) {
      const query = `for=${side}&refund=${refund}`
      const { body } = await admin.client.get(`${paths(request)}/cancellation?${query}`)
      expect([query, body.windows[0].refund_percent]).toEqual([query, percent])
    }
  })

  it.each([
    ['caretaker', 'full', 51.67],
    ['caregiver', 'none', 0],
  ] as const)('cancels for a %s with the refund %s', async (side, refund, refund_usd) => {
    const { caregiver, family, request } = await makeBooked(app, 2)
    const order = { for: side, refund, reason: 'asked_to', note: 'Called twice' }
    const stale = await admin.client.post(`${paths(request)}/cancel`, { ...order, refund_usd: 1 })
    expect(stale.status).toBe(409)
    const { status, body: done } = await admin.client.post(`${paths(request)}/cancel`, {
      ...order,
      refund_usd,
    })
    expect([status, done]).toEqual([
      200,
      { message: 'Booking canceled', id: request.id, refund_usd, waiting_usd: 0 },
    ])
    await app.drain()
    const { windows } = await getBooking(request)
    expect(windows).toMatchObject([
      { canceled_by: 'admin', canceled_for: side, cancel_reason: 'asked_to', refund_usd },
    ])
    const { rows } = await app.deps.database.execute(
      sql`SELECT actor_id, "after" FROM audit_log WHERE action = 'booking.canceled' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows).toMatchObject([{ actor_id: admin.id, after: { for: side, refund, note: 'Called twice' } }])
    const notes = await admin.client.get(`/api/admin-panel/notes?subject=request:${request.id}`)
    expect(notes.body.results).toMatchObject([{ author: { id: admin.id }, text: 'Called twice' }])
    for (const { email } of [caregiver, family]) {
      const text = (await listEmailsTo(app, email)).at(-1)?.text
      expect(text).toContain('We canceled')
      expect(text).not.toContain('Called twice')
    }
    expect(await verifyLedger(app.deps.database)).toEqual([])
  })

  it.each([
    ['caretaker', 'asked_to', ['caretaker', 'caretaker']],
    ['caregiver', 'asked_to', ['caregiver', 'caregiver']],
    ['caretaker', 'concern', ['caretaker', null]],
    ['caregiver', 'concern', [null, 'caregiver']],
  ])(
    'tells both for which side it canceled, %s, but for %s only to that side',
    async (side, reason, told) => {
      const { request } = await makeBooked(app, 5)
      const path = paths(request)
      const query = `for=${side}&refund=policy`
      const { refund_usd } = (await admin.client.get(`${path}/cancellation?${query}`)).body
      const order = { for: side, refund: 'policy', reason, refund_usd, note: '' }
      expect((await admin.client.post(`${path}/cancel`, order)).status).toBe(200)
      expect(await readSides(request)).toEqual(told)
      await app.drain()
      const other = side === 'caretaker' ? request.caregiver : request.family
      const mail = (await listEmailsTo(app, other.email)).at(-1)?.text
      expect(mail).toContain('We canceled')
      expect(/as they asked|who can’t come/.test(mail ?? '')).toBe(reason !== 'concern')
    },
  )

  it('tells the caregiver nothing of whose side it was where the family’s account was closed', async () => {
    const { request, family } = await makeBooked(app, 5)
    const body = { is_active: false, reason: 'Reported for threats', refund: 'policy' }
    expect((await admin.client.post(`/api/admin-panel/users/${family.id}/status`, body)).status).toBe(200)
    const { body: seen } = await request.caregiver.client.get(
      `/api/requests/bookings/caregiver/${request.id}`,
    )
    expect(seen.windows).toMatchObject([{ canceled_by: 'admin', canceled_for: null, cancel_reason: null }])
    const record = (await admin.client.get(`/api/admin-panel/bookings/${request.id}`)).body
    expect(record.windows).toMatchObject([{ canceled_by: 'admin', canceled_for: 'caretaker' }])
  })

  it('gets a 404 for an unknown request, and only admins are let in', async () => {
    expect(
      (await admin.client.get('/api/admin-panel/requests/999999999/cancellation?for=caretaker')).status,
    ).toBe(404)
    const { family, request } = await makeBooked(app, 9)
    expect((await family.client.post(`${paths(request)}/cancel`, {})).status).toBe(403)
  })
})
