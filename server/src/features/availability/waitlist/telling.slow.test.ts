/** @see docs/rules/availability.md#waiting-for-hours */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  bookHours,
  dateIn,
  makeListedCaregiver,
  openHours,
  takeDayOff,
  updateListing,
  utc,
} from '../../../../test/factories/availability.ts'
import { makeFamily } from '../../../../test/factories/profiles.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { blocks } from '../../blocks/tables.ts'
import { freeTimes, lockCaregiver } from '../index.ts'
import { waits } from '../tables.ts'

const PATH = '/api/availability/waitlist'
const HOUR = [{ start_local: '09:00', end_local: '10:00', slot_minutes: 60, buffer_minutes: 0 }]

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const wait = ({ client }: TestUser, { id }: TestUser, date: string) =>
  client.post(PATH, { caregiver_id: id, date, timezone: 'UTC' })
const listDates = async ({ client }: TestUser) =>
  (await client.get(PATH)).body.waits.map(({ date }: { date: string }) => date)
const listMails = async ({ email }: TestUser) =>
  (await listEmailsTo(app, email)).filter(({ subject }) => /has free hours/.test(subject))

/** A caregiver whose only hour of a day is booked. @returns the id of the booked time */
async function makeFullDay(date: string) {
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, date, HOUR)
  const [bookedTimeId] = await bookHours(app, caregiver.id, [utc(date, '09:00', '10:00')])
  return { caregiver, bookedTimeId: bookedTimeId as number }
}

/** Gives a booked time back, as a cancellation does. */
const free = (caregiver: TestUser, bookedTimeId: number) =>
  withTransaction(app.deps.database, async (transaction) => {
    const locked = await lockCaregiver(transaction, caregiver.id, 'update')
    if (locked) await freeTimes(transaction, app.deps, locked, [bookedTimeId])
  })

const block = (blocker: TestUser, blocked: TestUser) =>
  app.deps.database.insert(blocks).values({
    ...{ blockerId: blocker.id, blockedId: blocked.id, reason: 'other', createdAt: app.deps.clock.now() },
  })

it('tells those who wait once when hours of the day become free, and nobody else', async () => {
  const date = dateIn(app, 4)
  const { caregiver, bookedTimeId } = await makeFullDay(date)
  const other = await makeFullDay(date)
  const [first, second, blocked, elsewhere] = [
    await makeFamily(app),
    await makeFamily(app),
    await makeFamily(app),
    await makeFamily(app),
  ]
  for (const family of [first, second, blocked]) await wait(family, caregiver, date)
  await wait(first, caregiver, dateIn(app, 5))
  await wait(elsewhere, other.caregiver, date)
  await block(blocked, caregiver)
  await openHours(caregiver, dateIn(app, 6))
  expect(await listMails(first), 'hours of another day').toEqual([])

  await free(caregiver, bookedTimeId)
  for (const family of [first, second]) {
    const [mail, ...more] = await listMails(family)
    expect(more).toEqual([])
    expect(mail?.text).toContain(`/caregiver/${caregiver.id}/book?date=${date}`)
    expect(mail?.text).toContain('We tell you once.')
    expect(mail?.unsubscribeUrl).toContain('/api/notifications/unsubscribe')
  }
  for (const family of [blocked, elsewhere]) expect(await listMails(family)).toEqual([])
  expect(await listDates(first), 'the wait for another day stays').toEqual([dateIn(app, 5)])

  await takeDayOff(caregiver, date)
  await openHours(caregiver, date)
  expect(await listMails(first), 'it has ended').toHaveLength(1)
  expect((await wait(first, caregiver, date)).status, 'it may be asked for again').toBe(201)
})

it('tells of hours that an override opens, also of a caregiver who was away for a while', async () => {
  const family = await makeFamily(app)
  const date = dateIn(app, 4)
  const { caregiver } = await makeFullDay(date)
  await wait(family, caregiver, date)
  await updateListing(app, caregiver.id, { isListed: false })
  const HOURS = [...HOUR, { ...HOUR[0], start_local: '12:00', end_local: '13:00' }] as typeof HOUR
  await openHours(caregiver, date, HOURS)
  expect(await listMails(family), 'nobody finds them').toEqual([])
  await updateListing(app, caregiver.id, { isListed: true })
  await app.advance(60)
  expect(await listMails(family)).toHaveLength(1)
})

it('tells 20 families a day of a caregiver’s hours, in the order in which they asked', async () => {
  const date = dateIn(app, 4)
  const { caregiver, bookedTimeId } = await makeFullDay(date)
  const toldAt = app.deps.clock.now()
  const startsAt = new Date(`${date}T00:00:00Z`)
  const entry = { caregiverId: caregiver.id, dateLocal: date, zone: 'UTC', startsAt }
  for (let told = 0; told < 19; told += 1) {
    const { id } = await makeUser(app, { role: 'caretaker' })
    await app.deps.database.insert(waits).values({ ...entry, familyId: id, createdAt: toldAt, toldAt })
  }
  const [late, early] = [await makeFamily(app), await makeFamily(app)]
  await app.deps.database.insert(waits).values([
    { ...entry, familyId: late.id, createdAt: new Date(toldAt.getTime() - 1) },
    { ...entry, familyId: early.id, createdAt: new Date(toldAt.getTime() - 2) },
  ])
  await free(caregiver, bookedTimeId)
  expect(await listMails(early)).toHaveLength(1)
  expect(await listMails(late)).toEqual([])
  await app.advance(24 * 60)
  expect(await listMails(late)).toHaveLength(1)
  expect(await listMails(early)).toHaveLength(1)
})
