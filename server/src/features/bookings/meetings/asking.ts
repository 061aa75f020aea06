/** A family asks to meet a caregiver before it books. @see docs/rules/meetings.md#asking */
import { type Booked, listFreeSlots, type Slot } from '@tendwell/contract/availability/slots'
import type { Meeting, MeetingBody, MeetingMinutes, MeetingTimes } from '@tendwell/contract/bookings/meetings'
import {
  DAY_MS,
  type Interval,
  type LocalDate,
  MINUTE_MS,
  toDateInterval,
  type Zone,
} from '@tendwell/contract/time'
import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { conflict, invalid, notFound, tooManyRequests } from '../../../platform/errors.ts'
import { bookTimes, loadAvailability, lockCaregiver } from '../../availability/index.ts'
import { isPairBlocked, lockPairUnlessBlocked } from '../../blocks/index.ts'
import { lockUser } from '../../people/index.ts'
import { findAvailabilitySettings, findCaregiver, findSharedContactError } from '../../profiles/index.ts'
import { toIntervals } from '../queries.ts'
import { findSentLimitError } from '../requests/sent-limits.ts'
import { requests, requestWindows } from '../tables.ts'
import { getMeeting } from './queries.ts'
import { insertMeeting, listOpenMeetings, listSentMeetings } from './store.ts'
import { getMeetingEndMs, listMeetingTimes, QUARTER_MS, toDaytime } from './times.ts'

/** How many meetings of a family can be open at a time, one with each caregiver. */
const OPEN_MAXIMUM = 5

const NOT_REACHABLE = "This caregiver isn't taking requests right now"

/**
 * The times at which a family can meet a caregiver on a date of its zone, or on all days ahead.
 * @throws AppError 404 for a caregiver who is not listed, or if one of the two has blocked the other
 */
export async function listTimesToMeet(
  deps: Pick<Deps, 'clock' | 'database'>,
  familyId: number,
  query: { caregiver_id: number; date?: LocalDate | undefined; minutes: MeetingMinutes; timezone: Zone },
): Promise<MeetingTimes> {
  const { clock, database } = deps
  const { caregiver_id: caregiverId, date, minutes, timezone } = query
  const caregiver = await findCaregiver(database, caregiverId)
  const isReachable = caregiver?.isListed && !(await isPairBlocked(database, familyId, caregiverId))
  if (!isReachable) throw notFound(NOT_REACHABLE)
  const nowMs = clock.now().getTime()
  const starts = date
    ? toDateInterval(date, date, timezone)
    : { startMs: nowMs, endMs: getMeetingEndMs(nowMs) + 1 }
  const times = await loadTimes(database, deps, caregiverId, starts, minutes)
  return {
    times: times.map(({ startMs, endMs }) => ({
      start_utc: new Date(startMs).toISOString(),
      end_utc: new Date(endMs).toISOString(),
    })),
  }
}

/**
 * Asks a caregiver for a meeting. It holds its hours at once, so that no other family is offered them.
 * @throws AppError 404 for a caregiver who is not listed; 400 for a time that can't be one, for contact details in
 *   `note` or `place`, and on `way` for a phone call of a family without a number; 409 for hours that aren't free and
 *   for a second open meeting with the caregiver; 429 for too many meetings
 */
export async function askMeeting(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  familyId: number,
  body: MeetingBody,
): Promise<Meeting> {
  const { caregiver_id: caregiverId, minutes, timezone, way, note = '' } = body
  // Locks the family, so that its parallel calls are counted one after another.
  const family = await lockUser(transaction, familyId)
  const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
  const isReachable = caregiver?.isListed && (await lockPairUnlessBlocked(transaction, familyId, caregiverId))
  if (!isReachable) throw notFound(NOT_REACHABLE)
  const now = deps.clock.now()
  await requireFewMeetings(transaction, deps, familyId, caregiverId)
  const place = way === 'in_person' ? (body.place ?? '') : ''
  requireNoContacts({ note, place })
  if (way === 'phone' && !family.phoneNumber) {
    throw invalid({
      way: ['Add your phone number to your profile first, so that the caregiver can call you'],
    })
  }
  const startMs = requirePossibleStart(body.start_utc, now)
  const times = await loadTimes(transaction, deps, caregiverId, { startMs, endMs: startMs + 1 }, minutes)
  const [time] = times
  if (!time) throw conflict('This time is no longer free. Please choose another')
  const [bookedTimeId = null] = await bookTimes(transaction, deps, caregiver, [time])
  const meetingId = await insertMeeting(transaction, {
    caregiverId,
    familyId,
    startsAt: new Date(time.startMs),
    endsAt: new Date(time.endMs),
    timezone,
    way,
    place,
    note,
    bookedTimeId,
    askedAt: now,
  })
  await deps.jobs.publish(transaction, 'meeting.changed', { meetingId, status: 'asked' })
  return getMeeting(deps, transaction, 'caretaker', familyId, meetingId)
}

/** @throws AppError 409 for a second open meeting with the caregiver, 429 for too many meetings */
async function requireFewMeetings(
  transaction: Transaction,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  familyId: number,
  caregiverId: number,
): Promise<void> {
  const now = clock.now()
  const open = await listOpenMeetings(transaction, familyId, now)
  if (open.some((meeting) => meeting.caregiverId === caregiverId)) {
    throw conflict('You already have a meeting with this caregiver. See your bookings')
  }
  if (!config.rateLimits) return
  const [first] = open
  if (first && open.length >= OPEN_MAXIMUM) {
    const detail = `You have ${OPEN_MAXIMUM} meetings ahead. Ask for another once one of them is over, declined or canceled`
    throw tooManyRequests(detail, (first.endsAt.getTime() - now.getTime()) / 1_000)
  }
  const sent = await listSentMeetings(transaction, familyId, now)
  const recipient = { id: caregiverId, name: 'this caregiver' }
  const limitError = findSentLimitError(sent, 'requests for a meeting', recipient, now)
  if (limitError) throw limitError
}

/** @throws AppError 400 on each field with contact details */
function requireNoContacts(texts: Record<'note' | 'place', string>): void {
  const errors = Object.entries(texts).flatMap(([field, text]) => {
    const error = findSharedContactError(text)
    return error ? [[field, [error]]] : []
  })
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}

/** The start in epoch ms. @throws AppError 400 for one that is over, too far ahead or not on the quarter hour */
function requirePossibleStart(start: string, now: Date): number {
  const startMs = Date.parse(start)
  const isPossible =
    startMs > now.getTime() && startMs <= getMeetingEndMs(now.getTime()) && startMs % QUARTER_MS === 0
  if (!isPossible) throw invalid({ start_utc: ['Choose a time from the list'] })
  return startMs
}

/** The times to meet a caregiver that start within an interval (epoch ms). */
async function loadTimes(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  caregiverId: number,
  starts: Interval,
  minutes: MeetingMinutes,
): Promise<Slot[]> {
  // A slot that begins the day before can go on into the interval, and the last meeting into the slots after it.
  const range = { fromMs: starts.startMs - DAY_MS, toMs: starts.endMs + minutes * MINUTE_MS }
  const availability = await loadAvailability(reader, deps, caregiverId, range)
  const settings = await findAvailabilitySettings(reader, caregiverId)
  const calendar =
    settings?.meeting_hours === 'daytime' ? toDaytime(availability.calendar) : availability.calendar
  // A meeting may be shorter than a visit.
  const free = listFreeSlots({ ...availability, calendar, ...range, minimumVisitMs: 0 })
  const wanted = await listWantedHours(reader, caregiverId, {
    startMs: range.fromMs,
    endMs: range.toMs + DAY_MS,
  })
  const endMs = Math.min(starts.endMs, getMeetingEndMs(availability.nowMs) + 1)
  return listMeetingTimes(free, wanted, minutes).filter(
    (time) => time.startMs >= starts.startMs && time.startMs < endMs,
  )
}

/** The hours of the caregiver's open requests that touch an interval (epoch ms). */
async function listWantedHours(
  reader: Reader,
  caregiverId: number,
  { startMs, endMs }: Interval,
): Promise<Booked[]> {
  const windows = await reader
    .select({
      startsAt: requestWindows.startsAt,
      endsAt: requestWindows.endsAt,
      bufferMinutes: requestWindows.bufferMinutes,
    })
    .from(requestWindows)
    .innerJoin(requests, eq(requests.id, requestWindows.requestId))
    .where(
      and(
        eq(requests.caregiverId, caregiverId),
        isNull(requests.paidAt),
        ne(requests.status, 'rejected'),
        gt(requestWindows.endsAt, new Date(startMs)),
        lt(requestWindows.startsAt, new Date(endMs)),
      ),
    )
  return toIntervals(windows)
}
