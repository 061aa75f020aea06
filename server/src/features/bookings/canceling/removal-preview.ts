import type { DeactivationPreview } from '@tendwell/contract/console/people'
import { usdFromCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { findNames } from '../../people/index.ts'
import type { RequestRow } from '../store.ts'
import { listUnpaidRequests, listUpcomingRequests } from '../visits/person-queries.ts'
import type { Refund } from './plan.ts'
import { type CancellationPlan, planCancellationForRemoval } from './queries.ts'
import { calculateCentsToApprove } from './support-limit.ts'

/**
 * Previews what removing a person now would close and cancel, and what families would get back.
 * @param staff who asks: what is above the limit of support waits for finance or an admin
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
  const unpaid = await listUnpaidRequests(reader, person.id)
  const upcoming = await listUpcomingRequests(reader, person.id, deps.clock.now())
  const getOtherId = (request: RequestRow) =>
    person.role === 'caregiver' ? request.familyId : request.caregiverId
  const names = await findNames(reader, upcoming.map(getOtherId))
  let policyAskedCents = 0
  let fullAskedCents = 0
  const previewed: { startsAt: Date; row: Cents & Pick<Booking, 'request_id' | 'person' | 'visits'> }[] = []
  for (const request of upcoming) {
    const plan = (refund: Refund, ignoresReview = false) =>
      planCancellationForRemoval(reader, deps, request, { side: person.role, refund, until, ignoresReview })
    const full = await plan('full')
    const policy = await plan('policy')
    const byPolicy = await plan('policy', true)
    const [first] = full?.windows ?? []
    if (!full || !policy || !byPolicy || !first) continue
    // Families of a caregiver who is removed always get everything back.
    const toAskedCents = (chosen: CancellationPlan) =>
      person.role === 'caregiver' ? 0 : calculateCentsToApprove(staff, { chosen, byPolicy })
    policyAskedCents += toAskedCents(policy)
    fullAskedCents += toAskedCents(full)
    const id = getOtherId(request)
    previewed.push({
      startsAt: first.window.startsAt,
      row: {
        request_id: request.id,
        person: { id, name: names.get(id) ?? '' },
        visits: full.windows.length,
        priceCents: full.windows.reduce((total, { booking }) => total + booking.priceCents, 0),
        policyCents: policy.refundCents,
        fullCents: full.refundCents,
      },
    })
  }
  previewed.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const sum = (key: keyof Cents) => previewed.reduce((total, { row }) => total + row[key], 0)
  return {
    open_requests: unpaid.length,
    bookings: previewed.map(({ startsAt, row: { priceCents, policyCents, fullCents, ...row } }) => ({
      ...row,
      start_utc: startsAt.toISOString(),
      ...toUsd({ priceCents, policyCents, fullCents }),
    })),
    ...toUsd({ priceCents: sum('priceCents'), policyCents: sum('policyCents'), fullCents: sum('fullCents') }),
    policy_waiting_usd: usdFromCents(policyAskedCents),
    full_waiting_usd: usdFromCents(fullAskedCents),
  }
}

type Booking = DeactivationPreview['bookings'][number]
type Cents = { priceCents: number; policyCents: number; fullCents: number }

function toUsd({ priceCents, policyCents, fullCents }: Cents) {
  return {
    price_usd: usdFromCents(priceCents),
    policy_refund_usd: usdFromCents(policyCents),
    full_refund_usd: usdFromCents(fullCents),
  }
}
