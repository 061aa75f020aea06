/**
 * The people of a busy evening: many caregivers, and families with conversations, requests and open
 * checkouts.
 */
import { seedDemo } from '../../server/src/demo/seed.ts'
import { createLog } from '../../server/src/platform/log.ts'
import type { TestApp } from '../../server/test/app.ts'
import { connectTo } from '../../server/test/database.ts'
import type { TestUser } from '../../server/test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../server/test/factories/availability.ts'
import {
  checkout,
  makeAcceptedRequest,
  makeFamily,
  makePaidRequest,
  type TestWindow,
} from '../../server/test/factories/bookings.ts'
import { makeConversation } from '../../server/test/factories/chat.ts'
import { seedCaregivers } from '../search/seed.ts'
import { isSmall, size } from './size.ts'

const CAREGIVERS = size(1_000, 20)
const FAMILIES = size(200, 3)
/** Caregivers whose hours are known here, so that they can be requested. */
const BOOKABLE = size(40, 2)
const DAYS = 5
const HOURS = 8

export type Household = { user: TestUser; conversationId: number }

export type People = {
  /** The ids of listed caregivers. */
  caregiverIds: number[]
  families: Household[]
  /** An hour that no one else gets. */
  takeHour(): { caregiver: TestUser; windows: TestWindow[] }
}

/** Fills an empty database. */
export async function makePeople(app: TestApp): Promise<People> {
  const { config, clock } = app.deps
  // The demo alone takes longer than a small bench.
  if (!isSmall) {
    await seedDemo(config, {
      databaseUrl: app.databaseUrl,
      appSecret: app.appSecret,
      log: createLog('silent'),
    })
  }
  const client = await connectTo(app.databaseUrl)
  const { rows: demo } = await client.query("SELECT FROM users WHERE role = 'caregiver'")
  await seedCaregivers(client, CAREGIVERS - demo.length - BOOKABLE, clock.now())
  await client.query("SELECT setval(pg_get_serial_sequence('users', 'id'), max(id)) FROM users")

  const caregivers: TestUser[] = []
  for (let index = 0; index < BOOKABLE; index += 1) {
    const caregiver = await makeListedCaregiver(app)
    for (let day = 0; day < DAYS; day += 1) await openHours(caregiver, dateIn(app, 7 + day))
    caregivers.push(caregiver)
  }
  let taken = 0
  const takeHour = () => {
    const [at, day] = [Math.floor(taken / BOOKABLE), Math.floor(taken / BOOKABLE / HOURS)]
    const caregiver = caregivers[taken % BOOKABLE] as TestUser
    const hour = 9 + (at % HOURS)
    taken += 1
    if (day >= DAYS) throw new Error('All hours are taken')
    const toTime = (hours: number) => `${String(hours).padStart(2, '0')}:00`
    return {
      caregiver,
      windows: [{ date: dateIn(app, 7 + day), start: toTime(hour), end: toTime(hour + 1) }],
    }
  }

  const families: Household[] = []
  for (let index = 0; index < FAMILIES; index += 1) {
    const user = await makeFamily(app)
    const { id } = await makeConversation(app, { caregiver: caregivers[index % BOOKABLE], family: user })
    await makePaidRequest(app, { family: user, ...takeHour() })
    families.push({ user, conversationId: id })
  }
  await app.drain()
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  const { rows } = await client.query('SELECT user_id AS id FROM caregiver_profiles WHERE is_listed')
  await client.end()
  return { caregiverIds: rows.map(({ id }: { id: number }) => id), families, takeHour }
}

/** An accepted request of a family. */
export function makeUnpaid(app: TestApp, people: People, family: TestUser) {
  return makeAcceptedRequest(app, { family, ...people.takeHour() })
}

/** An accepted request whose card page is open. @returns its id and the page's path */
export async function makeOpenCheckout(app: TestApp, people: People, family: TestUser) {
  const request = await makeUnpaid(app, people, family)
  return { id: request.id, path: new URL(await checkout(request)).pathname }
}
