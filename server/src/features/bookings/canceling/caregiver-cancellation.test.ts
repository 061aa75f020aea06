/** Canceling as a caregiver, backups for the family, and the policy. @see docs/rules/bookings.md#canceling */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { getBalance } from '../../../../test/consistency.ts'
import { listEmailsTo } from '../../../../test/factories/accounts.ts'
import { dateIn, hours, openHours } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { getBooking, makePaidRequest } from '../../../../test/factories/bookings.ts'
import {
  cancel,
  cancelAsPreviewed,
  detailOf,
  makeBooked,
  previewCancellation,
} from '../../../../test/factories/cancellations.ts'
import { makeCaregiver } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250', SERVICE_FEE_BPS: '333' })
})
afterAll(() => app.close())

describe('a caregiver', () => {
  it('cancels with a full refund, and the family requests a backup in one press', async () => {
    const { caregiver, family, request, dates } = await makeBooked(app, 1, 2)
    const backup = await makeCaregiver(app)
    for (const date of dates) await openHours(backup, date, [hours('09:00', '12:00', 30)])
    const { body } = await previewCancellation(caregiver, request)
    expect(body.windows).toMatchObject([
      { refund_percent: 100, kept_usd: 0, refund_until: null },
      { refund_percent: 100, kept_usd: 0, refund_until: null },
    ])
    expect(body).toMatchObject({ kept_usd: 0, completion_rate: { now: null, after: null } })
    await cancelAsPreviewed(caregiver, request)
    await app.drain()

    const { body: payments } = await family.client.get('/api/payments/mine')
    expect(payments.results[0]).toMatchObject({ status: 'refunded', refunded_usd: body.refund_usd })
    expect(await getBalance(app, 'escrow', caregiver.id)).toBe(0)
    const mail = (await listEmailsTo(app, family.email)).at(-1)?.text
    expect(mail).toContain(`${caregiver.fullName} had to cancel your 2 visits.`)
    expect(mail).toContain(`Also free: ${backup.fullName}`)
    expect(mail).toContain(`/bookings/${request.id}`)
    const { body: backups } = await family.client.get(`/api/requests/${request.id}/backup-caregivers`)
    expect(backups.results.map(({ id }: { id: number }) => id)).toEqual([backup.id])
    expect(backups.requested).toEqual([])

    const press = () =>
      family.client.post(
        `/api/requests/${request.id}/backup-requests`,
        { caregiver_id: backup.id },
        { 'idempotency-key': `backup-${request.id}` },
      )
    const [sent, repeated] = [await press(), await press()]
    expect([sent.status, repeated.body.id]).toEqual([201, sent.body.id])
    expect(sent.body).toMatchObject({ caregiver: backup.id, status: 'submitted' })
    expect(sent.body.windows).toMatchObject(dates.map((date_local) => ({ date_local, start_local: '09:00' })))
    const { body: after } = await family.client.get(`/api/requests/${request.id}/backup-caregivers`)
    expect(after).toMatchObject({
      results: [],
      requested: [{ id: backup.id }],
      excluded: [caregiver.id, backup.id],
    })
  })

  it('offers caregivers with at least half of the skills of its care, and no one for First Aid', async () => {
    const skills = ['Newborn care', 'Sleep training', 'Homework help', 'Meal prep', 'First Aid']
    const caregiver = await makeCaregiver(app, { skills })
    const request = await insertPaidRequest(app, { caregiver })
    const { family } = request
    const add = async (...own: string[]) => {
      const person = await makeCaregiver(app, { skills: own, city: 'Lyon' })
      await openHours(person, dateIn(app, 7), [hours('09:00', '12:00', 30)])
      return person.id
    }
    const half = await add('sleep TRAINING', 'Meal prep', 'Dog walking')
    await add('Newborn care', 'Dog walking', 'First Aid', 'CPR')
    await add('First Aid', 'CPR')
    await cancelAsPreviewed(caregiver, request)
    const { body } = await family.client.get(`/api/requests/${request.id}/backup-caregivers`)
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual([half])
  })

  it('offers no backup for what the family canceled itself', async () => {
    const { caregiver, family, request, dates, ids } = await makeBooked(app, 8, 9)
    const backup = await makeCaregiver(app)
    for (const date of dates) await openHours(backup, date, [hours('09:00', '12:00', 30)])
    const ask = () =>
      family.client.post(`/api/requests/${request.id}/backup-requests`, { caregiver_id: backup.id })
    await cancelAsPreviewed(family, request, [ids[0] as number])
    expect(detailOf(await ask())).toEqual([409, 'No canceled times of this booking are ahead'])
    await cancelAsPreviewed(caregiver, request)
    const { body } = await ask()
    expect(body.windows).toMatchObject([{ date_local: dates[1] }])
  })

  it('keeps a concern about the family from it', async () => {
    const { caregiver, family, request } = await makeBooked(app, 9)
    const { refund_usd } = (await previewCancellation(caregiver, request)).body
    await cancel(caregiver, request, { reason: 'concern', refund_usd })
    await app.drain()
    expect((await getBooking(request)).windows[0]?.cancel_reason).toBeNull()
    const { body } = await caregiver.client.get(`/api/requests/bookings/caregiver/${request.id}`)
    expect(body.windows[0]?.cancel_reason).toBe('concern')
    expect((await listEmailsTo(app, family.email)).at(-1)?.text).not.toContain('concern')
  })

  it('chooses a policy, which requests and receipts keep as it was when they were sent', async () => {
    const { caregiver, family, request, dates } = await makeBooked(app, 5)
    const path = '/api/auth/caregiver/profile'
    const changed = await caregiver.client.patch(path, { cancellation_policy: 'strict' })
    expect(changed.body.cancellation_policy).toBe('strict')
    expect((await caregiver.client.patch(path, { cancellation_policy: 'harsh' })).status).toBe(400)
    expect((await caregiver.client.patch(path, { description: 'Calm' })).body.cancellation_policy).toBe(
      'strict',
    )
    const page = await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)
    expect(page.body).toMatchObject({ cancellation_policy: 'strict', completion_rate: null })
    const next = await makePaidRequest(app, {
      caregiver,
      family,
      windows: [{ date: dates[0] as string, start: '11:00', end: '12:00' }],
    })
    expect((await getBooking(next)).cancellation_policy).toBe('strict')
    // Five days ahead, the old policy still gives back everything and the new one half.
    expect((await previewCancellation(family, next)).body).toMatchObject({
      policy: 'strict',
      windows: [{ refund_percent: 50 }],
    })
    expect((await previewCancellation(family, request)).body).toMatchObject({
      policy: 'moderate',
      windows: [{ refund_percent: 100 }],
    })
    expect((await getBooking(request)).cancellation_policy).toBe('moderate')
    const { payment_id } = await getBooking(request)
    expect((await family.client.get(`/api/payments/${payment_id}`)).body.care.cancellation_policy).toBe(
      'moderate',
    )
  })
})
