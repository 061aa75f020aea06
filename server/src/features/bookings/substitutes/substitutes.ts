/**
 * Substitutes: other caregivers for the hours of a family's request that came to nothing.
 * @see docs/rules/bookings.md#backup-caregivers
 */
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { isLostVisit, needsOthers } from '@tendwell/contract/bookings/lost-hours'
import { ASKED_MAXIMUM, type OthersBody, type OthersResponse } from '@tendwell/contract/bookings/others'
import type { BackupCaregivers } from '@tendwell/contract/profiles/profiles'
import { toLocalDate } from '@tendwell/contract/time'
import { and, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { getOfferEndMs } from '../../availability/index.ts'
import { findShownPeople, lockUser } from '../../people/index.ts'
import { getListedCaregiver, listBackupCaregivers } from '../../search/index.ts'
import { getOwnRequest } from '../canceling/queries.ts'
import { BOOKED_ELSEWHERE, HOURS_BEGUN } from '../messages.ts'
import { getRequest, listBookedWindows, listRequestWindows, toIntervals } from '../queries.ts'
import { parseWindows } from '../requests/requested-windows.ts'
import { sendRequestWithVisitDetails } from '../requests/submission.ts'
import { joinGroup, type RequestRow, type WindowRow } from '../store.ts'
import { bookings, requests, requestWindows } from '../tables.ts'
import { listChosenChildren } from '../visits/visit-queries.ts'

/** The hours of a request that need another caregiver, where they are, and who could come. */
type Substitutes = Pick<BackupCaregivers, 'results' | 'requested' | 'excluded' | 'place' | 'care'> & {
  windows: WindowRow[]
}

/**
 * Up to three caregivers for the hours of a family's request that need another one (see `listLostWindows`).
 * Nobody whom the family has asked for these hours is among them.
 * @returns also who of those still has its open request
 * @param at the time at which the windows are looked at
 * @throws AppError 404 for another family's request
 */
export async function listSubstitutes(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database'>,
  familyId: number,
  requestId: number,
  at: Date = deps.clock.now(),
): Promise<Substitutes> {
  const { database } = deps
  const request = await getOwnRequest(database, asFamily(familyId), requestId)
  const { caregiverId, visit } = request
  const windows = await withoutBooked(database, familyId, await listLostWindows(database, request, at))
  const asked = await listAsked(database, familyId, toStarts(windows))
  const excluded = [...new Set([caregiverId, ...asked.inVain, ...asked.open])]
  const replaced = { familyId, caregiverId, excluded, children: visit.children, place: visit.address }
  const found = await listBackupCaregivers(deps, replaced, toIntervals(windows))
  const open = [...new Set(asked.open)].filter((id) => id !== caregiverId)
  const people = await findShownPeople(database, open, familyId)
  const requested = open.map((id) => ({ id, full_name: people.get(id)?.name ?? '' }))
  return { windows, ...found, requested, excluded }
}

/**
 * Up to two caregivers whom a family could ask as well, before it sends a request: they are free at all of its
 * hours, near the visit, do the same kind of care, and don't have the family's request for these hours.
 * @throws AppError 400 on `windows` that can't be and on `children` that aren't the family's, 404 for a caregiver who is
 *   not listed
 * @see docs/rules/bookings.md#asking-several
 */
export async function listOthers(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'config' | 'database'>,
  familyId: number,
  { caregiver_id: caregiverId, timezone, windows, children, address }: OthersBody,
): Promise<OthersResponse> {
  const { database, clock } = deps
  await getListedCaregiver(deps, caregiverId, familyId)
  const nowMs = clock.now().getTime()
  const intervals = parseWindows(windows, timezone, { fromMs: nowMs, toMs: getOfferEndMs(nowMs) })
  const starts = intervals.map(({ startMs }) => new Date(startMs))
  const firstDay = toLocalDate(Math.min(...intervals.map(({ startMs }) => startMs)), timezone)
  const asked = await listAsked(database, familyId, starts)
  const excluded = [...new Set([caregiverId, ...asked.open, ...asked.inVain])]
  const replaced = {
    familyId,
    caregiverId,
    excluded,
    children: await listChosenChildren(database, familyId, { children }, firstDay),
    place: address ? { city: address.city ?? '', country: address.country ?? '' } : null,
  }
  const { results, ...search } = await listBackupCaregivers(deps, replaced, intervals)
  return { ...search, excluded, results: results.slice(0, ASKED_MAXIMUM - 1) }
}

const toStarts = (windows: readonly WindowRow[]) => windows.map(({ startsAt }) => startsAt)

/**
 * The ids of the caregivers whom the family has asked for windows with some of these starts: those who have its
 * `open` request, and those whom it asked `inVain`. A withdrawn request counts as not asked.
 */
async function listAsked(
  reader: Reader,
  familyId: number,
  starts: readonly Date[],
): Promise<{ open: number[]; inVain: number[] }> {
  const rows = await reader
    .selectDistinct({
      id: requests.caregiverId,
      status: requests.status,
      cause: requests.rejectionCause,
      paidAt: requests.paidAt,
    })
    .from(requests)
    .innerJoin(requestWindows, eq(requestWindows.requestId, requests.id))
    .where(and(eq(requests.familyId, familyId), inArray(requestWindows.startsAt, [...starts])))
    .orderBy(requests.caregiverId)
  const isOpen = ({ status, paidAt }: (typeof rows)[number]) => status !== 'rejected' && paidAt === null
  return {
    open: rows.filter(isOpen).map(({ id }) => id),
    inVain: rows.filter((row) => !isOpen(row) && row.cause !== 'withdrawn').map(({ id }) => id),
  }
}

/**
 * Sends another caregiver a request for the windows of a family's request that need one (see
 * `listLostWindows`), or that still wait for an answer, with its details of the visits. Both are of one group
 * then.
 * @throws AppError 404 for another family's request, 409 when no window needs another caregiver or enough are
 *   asked, otherwise as `sendRequest`
 */
export async function sendBackupRequest(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  familyId: number,
  requestId: number,
  caregiverId: number,
): Promise<BookingRequest> {
  // Locks the family, so that its parallel calls are counted one after another.
  await lockUser(transaction, familyId)
  const request = await getOwnRequest(transaction, asFamily(familyId), requestId)
  const wantedWindows = await listWantedWindows(transaction, request, deps.clock.now())
  if (wantedWindows.length === 0) throw conflict(describeNothingWanted(request))
  const windows = await withoutBooked(transaction, familyId, wantedWindows)
  if (windows.length === 0) throw conflict(BOOKED_ELSEWHERE)
  await refuseTooMany(transaction, request, caregiverId, { windows, now: deps.clock.now() })
  const sentRequest = await sendRequestWithVisitDetails(transaction, deps, familyId, {
    caregiverId,
    timezone: request.timezone,
    windows: windows.map(({ dateLocal, startLocal, endLocal, startsAt, endsAt }) => ({
      date: dateLocal,
      start: startLocal,
      end: endLocal,
      start_utc: startsAt.toISOString(),
      end_utc: endsAt.toISOString(),
    })),
    loadVisitDetails: async () => request.visit,
  })
  await joinGroup(transaction, request, sentRequest.id)
  return getRequest(deps, transaction, familyId, sentRequest.id)
}

/**
 * @throws AppError 409 for a caregiver who has the family's open request for some of these hours; also for a
 *   fourth one, as long as the first request didn't come to nothing
 */
async function refuseTooMany(
  reader: Reader,
  request: RequestRow,
  caregiverId: number,
  { windows, now }: { windows: readonly WindowRow[]; now: Date },
): Promise<void> {
  const { open } = await listAsked(reader, request.familyId, toStarts(windows))
  if (open.includes(caregiverId)) throw conflict('This caregiver has your request for these times already')
  const isLost = request.paidAt !== null || needsOthers(toAsked(request), now.getTime())
  if (!isLost && open.length >= ASKED_MAXIMUM) {
    throw conflict(`You can ask up to ${ASKED_MAXIMUM} caregivers for the same times`)
  }
}

/** The windows ahead that need another caregiver: of canceled visits, or of an unpaid request. */
async function listLostWindows(reader: Reader, request: RequestRow, now: Date): Promise<WindowRow[]> {
  const isAhead = ({ startsAt }: WindowRow) => startsAt > now
  if (request.paidAt) {
    const lostVisits = (await listBookedWindows(reader, request.id)).filter(({ booking }) =>
      isLostVisit(booking),
    )
    return lostVisits.map(({ window }) => window).filter(isAhead)
  }
  const windows = needsOthers(toAsked(request), now.getTime())
    ? await listRequestWindows(reader, request.id)
    : []
  // Windows that follow each other are one visit, which isn't ahead once it has begun.
  const visitsAhead = mergeAdjacent(toIntervals(windows)).filter(({ startMs }) => startMs > now.getTime())
  return windows.filter(({ startsAt }) =>
    visitsAhead.some(({ startMs, endMs }) => startMs <= startsAt.getTime() && startsAt.getTime() < endMs),
  )
}

/** The windows ahead for which others may be asked: those that need another caregiver, or wait for an answer. */
async function listWantedWindows(reader: Reader, request: RequestRow, now: Date): Promise<WindowRow[]> {
  if (request.status !== 'submitted') return listLostWindows(reader, request, now)
  return (await listRequestWindows(reader, request.id)).filter(({ startsAt }) => startsAt > now)
}

/** A request as `needsOthers` reads it. */
const toAsked = ({ status, rejectionCause, submittedAt }: RequestRow) => ({
  status,
  cause: rejectionCause,
  submittedMs: submittedAt.getTime(),
})

/** The windows that overlap no visit which the family has booked with anyone. */
async function withoutBooked(
  reader: Reader,
  familyId: number,
  windows: readonly WindowRow[],
): Promise<WindowRow[]> {
  const first = windows[0]
  if (!first) return []
  const booked = await reader
    .select({ startsAt: requestWindows.startsAt, endsAt: requestWindows.endsAt })
    .from(requests)
    .innerJoin(bookings, eq(bookings.requestId, requests.id))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(
      and(
        eq(requests.familyId, familyId),
        isNotNull(requests.paidAt),
        isNull(bookings.canceledAt),
        gt(requestWindows.endsAt, first.startsAt),
      ),
    )
  return windows.filter(
    ({ startsAt, endsAt }) => !booked.some((visit) => visit.startsAt < endsAt && startsAt < visit.endsAt),
  )
}

/** Why nobody else can be asked for the windows of a request. */
function describeNothingWanted({ paidAt, status, rejectionCause }: RequestRow): string {
  if (paidAt) return 'No canceled times of this booking are ahead'
  const isClosed = status === 'accepted' || rejectionCause === 'withdrawn'
  return isClosed ? 'These times need no other caregiver' : HOURS_BEGUN
}

/** A family as the actor of `getOwnRequest`. */
const asFamily = (id: number) => ({ id, side: 'caretaker' }) as const
