/** The people who use the product while it breaks. */
import { testApp } from '../../server/test/app.ts'
import type { TestUser } from '../../server/test/factories/accounts.ts'
import { dateIn, hours, makeListedCaregiver, openHours } from '../../server/test/factories/availability.ts'
import { makeFamily, type TestWindow } from '../../server/test/factories/bookings.ts'
import { makeConversation } from '../../server/test/factories/chat.ts'

const FAMILIES = 3
/** Several, because the emails to one person are sent one after another. */
const CAREGIVERS = 4
const DAYS = 4

export interface People {
  writer: TestUser
  conversationId: number
  /** They want the same hours. */
  families: TestUser[]
  slots: { caregiver: TestUser; window: TestWindow }[]
}

/** @param settings of the topology, whose database and secret are used */
export async function makePeople(settings: Record<string, string>): Promise<People> {
  const app = await testApp(settings, { databaseUrl: settings.DATABASE_URL })
  try {
    const { id: conversationId, family: writer } = await makeConversation(app)
    const families = await Promise.all(Array.from({ length: FAMILIES }, () => makeFamily(app)))
    const caregivers = await Promise.all(Array.from({ length: CAREGIVERS }, () => makeListedCaregiver(app)))
    const dates = Array.from({ length: DAYS }, (_, day) => dateIn(app, day + 7))
    for (const caregiver of caregivers) {
      for (const date of dates) await openHours(caregiver, date, [hours('00:00', '23:00')])
    }
    const windows = dates.flatMap((date) =>
      Array.from({ length: 23 }, (_, hour) => ({ date, start: toTime(hour), end: toTime(hour + 1) })),
    )
    const slots = windows.flatMap((window) => caregivers.map((caregiver) => ({ caregiver, window })))
    return { writer, conversationId, families, slots }
  } finally {
    await app.close()
  }
}

const toTime = (hour: number) => `${String(hour).padStart(2, '0')}:00`
