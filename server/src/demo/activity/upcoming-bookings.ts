import { HOUR_MS } from '@tendwell/contract/time'
import { confirmRequest } from '../../features/bookings/index.ts'
import { goBack } from '../backdate.ts'
import { FAMILIES } from '../content/families.ts'
import { type Demo, type Family, findPair } from '../people/accounts.ts'
import { addRequest, pickHours, type StepHours } from './bookings.ts'

/** A request of the family and to the caregiver at these places in the lists; its steps are in hours ago. */
type UpcomingRequest = StepHours & {
  family: number
  caregiver: number
  /** The family that pays for the same hours and is booked first. */
  outrunBy?: number
}

/**
 * Requests to the caregivers from `first` to `last`, one each, by the families in turn; not by the first,
 * which has the demo login.
 * @param toSteps gives the steps by the caregiver's number, so that the requests differ in age
 */
function listRequestsInTurn(
  first: number,
  last: number,
  toSteps: (hoursAgo: number) => StepHours,
): UpcomingRequest[] {
  const caregivers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return caregivers.map((caregiver) => ({
    family: 1 + (caregiver % (FAMILIES.length - 1)),
    caregiver,
    ...toSteps(caregiver),
  }))
}

/**
 * Requests at every step up to the booking, and rejected ones; many of the demo logins, which have index 0.
 */
const REQUESTS: readonly UpcomingRequest[] = [
  { family: 0, caregiver: 0, sent: 60, accepted: 60, paid: 60, booked: 60 },
  { family: 0, caregiver: 1, sent: 30, accepted: 30, paid: 30, booked: 30 },
  { family: 0, caregiver: 2, sent: 40, rejected: 40 },
  { family: 0, caregiver: 3, sent: 50, accepted: 50, paid: 50, outrunBy: 11 },
  { family: 0, caregiver: 4, sent: 26, accepted: 26, checkedOut: 26 },
  { family: 0, caregiver: 5, sent: 5, accepted: 5, checkedOut: 0 },
  { family: 1, caregiver: 0, sent: 20, accepted: 20, paid: 20, booked: 20 },
  ...listRequestsInTurn(6, 19, (hours) => ({ sent: hours, accepted: hours, paid: hours, booked: hours })),
  ...listRequestsInTurn(20, 27, (hours) => ({ sent: hours })),
  { family: 2, caregiver: 0, sent: 0 },
  { family: 3, caregiver: 0, sent: 0 },
  { family: 0, caregiver: 6, sent: 3, accepted: 0 },
]

/** Adds requests for the next weeks. What happens now publishes its events, so there are notifications. */
export async function addUpcomingBookings(demo: Demo): Promise<void> {
  for (const request of REQUESTS) await addUpcoming(demo, request)
}

/** Adds a request for free hours of the next weeks, and that of the family that outruns it. */
async function addUpcoming(demo: Demo, request: UpcomingRequest): Promise<void> {
  const { deps, random, families } = demo
  const pair = findPair(demo, request)
  const hours = await pickHours(deps, random, pair.caregiver, { from: 3, to: 24 })
  if (!hours) throw new Error(`${pair.caregiver.name} has no free hours in the next weeks`)
  const at = (hoursAgo: number) => goBack(deps, hoursAgo * HOUR_MS)
  const id = await addRequest(pair, hours, request, at)
  if (request.outrunBy === undefined) return
  const rival = families[request.outrunBy] as Family
  await addRequest({ ...pair, family: rival }, hours, { ...request, booked: request.paid }, at)
  // Rejected because the hours are taken; a job makes the refund.
  await confirmRequest(deps, pair.family.id, id).catch(() => undefined)
}
