import type { DeactivationPreview } from '@tendwell/contract/console/people'
import { usdFromCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { findNames } from '../../people/index.ts'
import type { RequestRow } from '../store.ts'
import { listUnpaidRequests, listUpcomingRequests } from '../visits/person-queries.ts'
import type { RefundRule } from './plan.ts'
import { type CancellationPlan, planCancellationForRemoval } from './queries.ts'
import { calculateCentsToApprove } from './support-limit.ts'

/**
 * Previews what removing a person now would close and cancel, and what families would get back.
 * @param staff the one who wants to remove the person; above the limit of support a refund waits for approval
 * @param until the end of a suspension: visits that start later stay; null for a removal
 * @see docs/rules/bookings.md#when-a-person-is-removed
 */
export async function previewRemoval(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  person: { id: number; role: Side },
  staff: Pick<Actor, 'staffRole'>,
  until: Date | null = null,
): Promise<DeactivationPreview> {
  const unpaidRequests = await listUnpaidRequests(reader, person.id)
  const upcomingRequests = await listUpcomingRequests(reader, person.id, deps.clock.now())
  const getOtherId = (request: RequestRow) =>
    person.role === 'caregiver' ? request.familyId : request.caregiverId
  const namesById = await findNames(reader, upcomingRequests.map(getOtherId))
  let policyAskedCents = 0
  let fullAskedCents = 0
  const previewedBookings: {
    startsAt: Date
    row: BookingCents & Pick<BookingPreview, 'request_id' | 'person' | 'visits'>
  }[] = []
  for (const request of upcomingRequests) {
    const planWith = (options: { refund: RefundRule; ignoresReview?: boolean }) =>
      planCancellationForRemoval(reader, deps, request, { side: person.role, until, ...options })
    const fullPlan = await planWith({ refund: 'full' })
    // What the person's own cancellation would give back.
    const sidePlan = await planWith({ refund: 'policy' })
    // What support's limit is measured against.
    const policyPlan = await planWith({ refund: 'policy', ignoresReview: true })
    const [firstWindow] = fullPlan?.windows ?? []
    if (!fullPlan || !sidePlan || !policyPlan || !firstWindow) continue
    // Families of a caregiver who is removed always get everything back, so there is nothing to approve.
    const toAskedCents = (chosenPlan: CancellationPlan) =>
      person.role === 'caregiver' ? 0 : calculateCentsToApprove(staff, { chosenPlan, policyPlan })
    policyAskedCents += toAskedCents(sidePlan)
    fullAskedCents += toAskedCents(fullPlan)
    const otherId = getOtherId(request)
    previewedBookings.push({
      startsAt: firstWindow.window.startsAt,
      row: {
        request_id: request.id,
        person: { id: otherId, name: namesById.get(otherId) ?? '' },
        visits: fullPlan.windows.length,
        priceCents: fullPlan.windows.reduce((total, { booking }) => total + booking.priceCents, 0),
        policyCents: sidePlan.refundCents,
        fullCents: fullPlan.refundCents,
      },
    })
  }
  previewedBookings.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const sum = (key: keyof BookingCents) => previewedBookings.reduce((total, { row }) => total + row[key], 0)
  return {
    open_requests: unpaidRequests.length,
    bookings: previewedBookings.map(({ startsAt, row: { priceCents, policyCents, fullCents, ...row } }) => ({
      ...row,
      start_utc: startsAt.toISOString(),
      ...toUsd({ priceCents, policyCents, fullCents }),
    })),
    ...toUsd({ priceCents: sum('priceCents'), policyCents: sum('policyCents'), fullCents: sum('fullCents') }),
    policy_waiting_usd: usdFromCents(policyAskedCents),
    full_waiting_usd: usdFromCents(fullAskedCents),
  }
}

type BookingPreview = DeactivationPreview['bookings'][number]
type BookingCents = { priceCents: number; policyCents: number; fullCents: number }

function toUsd({ priceCents, policyCents, fullCents }: BookingCents) {
  return {
    price_usd: usdFromCents(priceCents),
    policy_refund_usd: usdFromCents(policyCents),
    full_refund_usd: usdFromCents(fullCents),
  }
}
