import { toFirstName } from '@tendwell/contract/people/first-name'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import type { TestRequest } from '../../../../test/factories/bookings.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import { logInAgain, makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { makeEndedBooking } from '../../../../test/factories/reviews.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { askForReviews } from '../../reviews/review-requests.ts'
import { bookings } from '../tables.ts'
import { remindOfVisits } from './reminders.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const SUBJECT = /^(Coming up|Starting soon|How was)/

/** How the subjects of a person's reminders so far begin. */
async function listReminders({ email }: TestUser): Promise<string[]> {
  const emails = await listEmailsTo(app, email)
  return emails.flatMap(({ subject }) => SUBJECT.exec(subject)?.[0] ?? [])
}

/** Sets the product's clock this long before a request's first hour, and runs the reminders twice at once. */
async function remindBefore(request: TestRequest, aheadMs: number): Promise<void> {
  const [first] = request.windows
  const startMs = Date.parse(`${first?.date}T${first?.start}:00Z`)
  const minutes = Math.ceil((startMs - aheadMs - app.deps.clock.now().getTime()) / MINUTE_MS)
  await app.advance(minutes)
  await Promise.all([remindOfVisits(app.deps), remindOfVisits(app.deps)])
  for (const person of [request.family, request.caregiver]) person.client = await logInAgain(app, person)
}

const cancelAll = ({ id }: TestRequest) =>
  app.deps.database
    .update(bookings)
    .set({ canceledAt: app.deps.clock.now(), canceledBy: 'caretaker', bookedTimeId: null })
    .where(eq(bookings.requestId, id))

test('reminds both sides a day and two hours before a visit, once each', async () => {
  const request = await insertPaidRequest(app)
  await remindBefore(request, DAY_MS + HOUR_MS)
  expect(await listReminders(request.family)).toEqual([])
  await remindBefore(request, DAY_MS)
  for (const person of [request.family, request.caregiver]) {
    expect(await listReminders(person)).toEqual(['Coming up'])
  }
  await remindBefore(request, 2 * HOUR_MS)
  await remindOfVisits(app.deps)
  for (const person of [request.family, request.caregiver]) {
    expect(await listReminders(person)).toEqual(['Coming up', 'Starting soon'])
  }
})

test('gives each side the phone number that the other has when the mail is sent, and none that was not given', async () => {
  const save = async ({ client }: TestUser, path: string, phone_number: string) =>
    expect(
      (await client[path === 'caretaker' ? 'put' : 'patch'](`/api/auth/${path}/profile`, { phone_number }))
        .status,
    ).toBe(200)
  const request = await insertPaidRequest(app)
  await save(request.family, 'caretaker', '+1 212 555 0142')
  await remindBefore(request, DAY_MS)
  const readReminder = async ({ email }: TestUser) =>
    (await listEmailsTo(app, email)).filter(({ subject }) => SUBJECT.test(subject)).at(-1)?.text
  const [caregiverName, familyName] = [request.caregiver, request.family].map((p) => toFirstName(p.fullName))
  expect(await readReminder(request.caregiver)).toContain(`${familyName}’s phone: +1 212 555 0142`)
  expect(await readReminder(request.caregiver)).toContain(
    `Message ${familyName}:\n${app.url}/chat?caretakerId=${request.family.id}`,
  )
  expect(await readReminder(request.family)).not.toContain('phone')
  await save(request.family, 'caretaker', '')
  await save(request.caregiver, 'caregiver', '+1 212 555 0143')
  await remindBefore(request, 2 * HOUR_MS)
  expect(await readReminder(request.caregiver)).not.toContain('phone')
  expect(await readReminder(request.family)).toContain(`${caregiverName}’s phone: +1 212 555 0143`)
})

test('reminds once of hours that follow each other, and not of canceled or begun ones', async () => {
  const date = dateIn(app, 7)
  const request = await insertPaidRequest(app, {
    windows: [
      { date, start: '09:00', end: '10:00' },
      { date, start: '10:00', end: '11:00' },
    ],
  })
  const canceled = await insertPaidRequest(app)
  await cancelAll(canceled)
  await remindBefore(request, 23 * HOUR_MS)
  expect(await listReminders(request.family)).toEqual(['Coming up'])
  expect(await listReminders(canceled.family)).toEqual([])
  // Nothing was sent while the product was down, and the visit has begun.
  await remindBefore(request, -MINUTE_MS)
  expect(await listReminders(request.family)).toEqual(['Coming up'])
})

test('leaves out a reminder whose moment had passed when the visit was booked', async () => {
  // The first whole hour that begins at least 20 hours from now.
  const startMs = Math.ceil((app.deps.clock.now().getTime() + 20 * HOUR_MS) / HOUR_MS) * HOUR_MS
  const [date, start] = new Date(startMs).toISOString().slice(0, 16).split('T') as [string, string]
  const end = new Date(startMs + HOUR_MS).toISOString().slice(11, 16)
  const request = await insertPaidRequest(app, { windows: [{ date, start, end }] })
  await remindBefore(request, 2 * HOUR_MS)
  expect(await listReminders(request.family)).toEqual(['Starting soon'])
})

test('a visit that was canceled or moved before its reminder was delivered is not mailed', async () => {
  const request = await insertPaidRequest(app)
  const [booking] = await app.deps.database.select().from(bookings).where(eq(bookings.requestId, request.id))
  const bookingId = booking?.id as number
  const remind = (startsAt: string) =>
    withTransaction(app.deps.database, (transaction) =>
      app.deps.jobs.publish(transaction, 'booking.reminder', {
        requestId: request.id,
        bookingId,
        reminder: 'day',
        startsAt,
      }),
    )
  await remind('2026-01-05T09:00:00.000Z')
  await cancelAll(request)
  await remind(`${request.windows[0]?.date}T09:00:00.000Z`)
  expect(await listReminders(request.family)).toEqual([])
})

test('asks a family for a review the day after, once a day for each caregiver', async () => {
  const [caregiver, family] = [await makeCaregiver(app), await makeFamily(app)]
  const ended = (agoMs: number) =>
    makeEndedBooking(app, { caregiver, family, startsAt: new Date(app.deps.clock.now().getTime() - agoMs) })
  await ended(DAY_MS + 3 * HOUR_MS)
  await ended(DAY_MS + 2 * HOUR_MS)
  await ended(9 * DAY_MS)
  const recent = await ended(3 * HOUR_MS)
  await Promise.all([askForReviews(app.deps), askForReviews(app.deps)])
  const asked = await listReminders(family)
  expect(asked.length).toBeGreaterThanOrEqual(1)
  expect(new Set(asked)).toEqual(new Set(['How was']))
  await family.client.post('/api/reviews/reviews', { booking_id: recent, rating: 5 })
  await app.advance(24 * 60)
  await askForReviews(app.deps)
  family.client = await logInAgain(app, family)
  expect(await listReminders(family), 'a reviewed visit').toEqual(asked)
})

test('asks for no review of a disputed visit', async () => {
  const request = await insertPaidRequest(app)
  await remindBefore(request, HOUR_MS)
  await openDispute(request.family, request.id)
  await remindBefore(request, -2 * DAY_MS)
  await askForReviews(app.deps)
  expect(await listReminders(request.family)).not.toContain('How was')
})
