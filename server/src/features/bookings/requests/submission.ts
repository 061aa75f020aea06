import type { BookingRequest, RequestBody, RequestWindow } from '@tendwell/contract/bookings/bookings'
import type { VisitDetails } from '@tendwell/contract/bookings/visits'
import { type LocalDate, MINUTE_MS, type Zone } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import { getOfferEndMs, lockCaregiver } from '../../availability/index.ts'
import { lockPairUnlessBlocked } from '../../blocks/index.ts'
import { queueMail } from '../../notices/index.ts'
import { lockUser } from '../../people/index.ts'
import { findRequest, getRequest, listOpenRequests } from '../queries.ts'
import { insertRequest, joinGroup } from '../store.ts'
import { copyVisitDetails } from '../visits/visit-queries.ts'
import { pickAlternatives } from './alternatives.ts'
import { loadNearbySlots } from './calendar.ts'
import { findOpenLimitError } from './open-requests.ts'
import { calculatePrice } from './price.ts'
import { type MatchedWindow, matchWindows, parseWindows, requireMinimumVisit } from './requested-windows.ts'
import { findSentLimitError, listSentRequests } from './sent-limits.ts'
import { requestSentMail } from './sent-mail.ts'
import { queueReminders } from './unanswered.ts'

/**
 * Sends a caregiver a family's request for offered slots. Its hours and price are worked out here.
 * @throws AppError 400 on `windows` that are not made of offered slots or too short, on a visit that can't be copied,
 *   and on `instead_of` for another family's request,
 *   404 for a caregiver who is not listed, 409 with `alternatives` for hours that another family has booked,
 *   429 for too many open requests, or too many within a day
 * @see docs/rules/bookings.md#requests
 */
export async function sendRequest(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  familyId: number,
  body: RequestBody,
): Promise<BookingRequest> {
  const sentRequest = await sendRequestWithVisitDetails(transaction, deps, familyId, {
    caregiverId: body.caregiver_id,
    timezone: body.timezone,
    windows: body.windows,
    loadVisitDetails: (firstDay) => copyVisitDetails(transaction, familyId, body, firstDay),
  })
  if (body.instead_of !== undefined) {
    const earlier = await findRequest(transaction, body.instead_of)
    if (earlier?.familyId !== familyId) throw invalid({ instead_of: ['This is not one of your requests'] })
    await joinGroup(transaction, earlier, sentRequest.id)
    return getRequest(deps, transaction, familyId, sentRequest.id)
  }
  return sentRequest
}

type NewRequest = {
  caregiverId: number
  timezone: Zone
  windows: readonly RequestWindow[]
  loadVisitDetails: (firstDay: LocalDate) => Promise<VisitDetails>
}

/**
 * As `sendRequest`, with the details of the visits (address, note and children) that `loadVisitDetails`
 * returns for the day of the first visit. That is called once the hours are known to be free.
 */
export async function sendRequestWithVisitDetails(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  familyId: number,
  { caregiverId, timezone, windows, loadVisitDetails }: NewRequest,
): Promise<BookingRequest> {
  // Locks the family, so that its parallel calls are counted one after another.
  await lockUser(transaction, familyId)
  // The lock keeps other transactions from booking the hours before this one commits.
  const caregiver = await lockCaregiver(transaction, caregiverId, 'share')
  const isReachable = caregiver?.isListed && (await lockPairUnlessBlocked(transaction, familyId, caregiverId))
  if (!isReachable) throw notFound("This caregiver isn't taking requests right now")
  const now = deps.clock.now()
  const openRequests = deps.config.rateLimits ? await listOpenRequests(transaction, familyId) : []
  const sentRequests = deps.config.rateLimits ? await listSentRequests(transaction, familyId, now) : []
  const recipient = { id: caregiverId, name: 'this caregiver' }
  const limitError =
    findOpenLimitError(openRequests, caregiverId, now) ??
    findSentLimitError(sentRequests, 'requests', recipient, now)
  if (limitError) throw limitError
  const hours = parseWindows(windows, timezone, {
    fromMs: now.getTime(),
    toMs: getOfferEndMs(now.getTime()),
    noticeHours: caregiver.noticeHours,
  })
  const slots = await loadNearbySlots(transaction, deps, caregiver, hours)
  const matchedWindows = matchWindows(windows, timezone, slots)
  requireMinimumVisit(matchedWindows.windows, caregiver.minimumVisitMinutes)
  if (matchedWindows.takenWindows.length > 0) {
    const freeSlots = slots.filter(({ isOffered }) => isOffered)
    const minimumVisitMs = caregiver.minimumVisitMinutes * MINUTE_MS
    const alternatives = pickAlternatives(matchedWindows, freeSlots, { minimumVisitMs, zone: timezone })
    throw conflict('These times are already taken', { alternatives })
  }
  const [firstWindow] = matchedWindows.windows as [MatchedWindow, ...MatchedWindow[]]
  const visitDetails = await loadVisitDetails(firstWindow.date)
  const requestId = await insertRequest(transaction, {
    ...calculatePrice(matchedWindows.windows, {
      rateCents: caregiver.rateCents,
      serviceFeeBps: deps.config.serviceFeeBps,
    }),
    caregiverId,
    familyId,
    timezone,
    windows: matchedWindows.windows,
    visit: visitDetails,
    cancellationPolicy: caregiver.cancellationPolicy,
    submittedAt: now,
  })
  await deps.jobs.publish(transaction, 'request.submitted', { requestId })
  await queueMail(transaction, deps, requestSentMail, { requestId, userId: familyId })
  await queueReminders(transaction, deps, requestId, now)
  return getRequest(deps, transaction, familyId, requestId)
}
