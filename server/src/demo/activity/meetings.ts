import type { MeetingWay } from '@tendwell/contract/bookings/meetings'
import { addDays, HOUR_MS, toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { answerMeeting, askMeeting, listTimesToMeet } from '../../features/bookings/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { goBack } from '../backdate.ts'
import { type Demo, findPair } from '../people/accounts.ts'
import type { Pair } from './bookings.ts'

/** A meeting that the family asks for, at these places in the lists; its steps are in hours ago. */
type DemoMeeting = {
  family: number
  caregiver: number
  way: MeetingWay
  place?: string
  note: string
  asked: number
  accepted?: number
}

/** One for each demo login, which have index 0: the caregiver's to answer, and the family's that takes place. */
const MEETINGS: readonly DemoMeeting[] = [
  {
    family: 4,
    caregiver: 0,
    way: 'video',
    note: 'We would love to hear how you plan a day.',
    asked: 0,
  },
  {
    family: 0,
    caregiver: 8,
    way: 'in_person',
    place: 'The café by the main gate of the park',
    note: 'Otto is coming along.',
    asked: 20,
    accepted: 0,
  },
]

/** The first and the last day, from today, on which a meeting is looked for. */
const DAYS = { from: 2, to: 25 }

/** Adds free meetings, each at the first free time from the day after tomorrow on. */
export async function addMeetings(demo: Demo): Promise<void> {
  for (const meeting of MEETINGS) {
    const pair = findPair(demo, meeting)
    const askDeps = goBack(demo.deps, meeting.asked * HOUR_MS)
    const start = await findFirstTime(demo.deps, pair)
    const { way, place, note, accepted } = meeting
    const { id } = await withTransaction(askDeps.database, (transaction) =>
      askMeeting(transaction, askDeps, pair.family.id, {
        caregiver_id: pair.caregiver.id,
        start_utc: start,
        minutes: 30,
        timezone: pair.family.timezone,
        way,
        place,
        note,
      }),
    )
    if (accepted === undefined) continue
    const acceptDeps = goBack(demo.deps, accepted * HOUR_MS)
    await answerMeeting(acceptDeps, 'caregiver', pair.caregiver.id, id, { status: 'accepted' })
  }
}

/** When the two can first meet, as an ISO instant. */
async function findFirstTime(deps: Deps, { family, caregiver }: Pair): Promise<string> {
  const today = toLocalDate(deps.clock.now().getTime(), family.timezone)
  for (let days = DAYS.from; days <= DAYS.to; days += 1) {
    const { times } = await listTimesToMeet(deps, family.id, {
      caregiver_id: caregiver.id,
      date: addDays(today, days),
      minutes: 30,
      timezone: family.timezone,
    })
    const [first] = times
    if (first) return first.start_utc
  }
  throw new Error(`${caregiver.name} has no free time to meet ${family.name}`)
}
