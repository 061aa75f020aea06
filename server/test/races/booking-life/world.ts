/** A caregiver with open hours, two families, and what they have requested. */
import { type LocalDate, MINUTE_MS } from '@tendwell/contract/time'
import { listBookedWindows } from '../../../src/features/bookings/index.ts'
import type { TestApp } from '../../app.ts'
import type { TestUser } from '../../factories/accounts.ts'
import { dateIn, hours, openHours } from '../../factories/availability.ts'
import { makeCaregiver, makeFamily } from '../../factories/profiles.ts'
import { chooseBank } from '../money-model.ts'

/** A request and who sent it. */
export type Sent = { id: number; family: TestUser }
export type World = {
  app: TestApp
  admin: TestUser
  caregiver: TestUser
  families: TestUser[]
  /** The dates on which the caregiver works, 6 to 18 o'clock. */
  dates: LocalDate[]
  sent: Sent[]
}
/** Random numbers of a step, which each action uses as it likes. */
export type Dice = { which: number; day: number; amount: number }
export type Action = (world: World, dice: Dice) => Promise<unknown>

/** Windows begin at most this many days ahead. */
export const DAYS_AHEAD = 10
const OPEN_DAYS = 14

export const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item

export async function makeWorld(app: TestApp, admin: TestUser): Promise<World> {
  const caregiver = await makeCaregiver(app, { rateCents: 3_333 })
  const dates = Array.from({ length: OPEN_DAYS }, (_, index) => dateIn(app, index + 1))
  for (const date of dates) await openHours(caregiver, date, [hours('06:00', '18:00', 30)])
  await chooseBank(app, caregiver.id, 'arrive')
  const families = [await makeFamily(app), await makeFamily(app)]
  return { app, admin, caregiver, families, dates, sent: [] }
}

/** One of the dates ahead on which the caregiver works. */
export function pickDate({ app, dates }: World, index: number): LocalDate {
  const [first, last] = [dateIn(app, 1), dateIn(app, DAYS_AHEAD)]
  const ahead = dates.filter((date) => date >= first && date <= last)
  return pick(ahead.length > 0 ? ahead : dates, index)
}

/** An action on one of the requests; nothing before there is one. */
export const onRequest =
  (work: (world: World, request: Sent, dice: Dice) => Promise<unknown>): Action =>
  async (world, dice) => {
    if (world.sent.length > 0) await work(world, pick(world.sent, dice.which), dice)
  }

/** The bookings of a request that are not canceled, in order of time. */
export async function listLiveBookings({ app }: World, requestId: number) {
  const booked = await listBookedWindows(app.deps.database, requestId)
  return booked
    .filter(({ booking }) => !booking.canceledAt)
    .map(({ booking: { id }, window: { startsAt, endsAt } }) => {
      return { id, startsAt, endsAt, minutes: (endsAt.getTime() - startsAt.getTime()) / MINUTE_MS }
    })
}

/** The first of them that are ahead. */
export async function listBookingsAhead(world: World, requestId: number, count: number) {
  const now = world.app.deps.clock.now()
  const live = await listLiveBookings(world, requestId)
  return live.filter(({ startsAt }) => startsAt > now).slice(0, count)
}
