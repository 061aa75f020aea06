import type { Side } from '@tendwell/contract/accounts'
import type { DeactivationPreview } from '@tendwell/contract/admin-people'
import { usdFromCents } from '@tendwell/contract/money'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database.ts'
import { findNames } from '../accounts/index.ts'
import { planRemoval } from './cancellation-queries.ts'
import { listUnpaidRequests, listUpcomingRequests } from './person-queries.ts'
import type { RequestRow } from './store.ts'

/**
 * What removing a person now would close and cancel, and what families would get back.
 * @param until the end of a suspension: what starts later stays
 * @see docs/rules/bookings.md#when-a-person-is-removed
 */
export async function previewRemoval(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  person: { id: number; role: Side },
  until: Date | null = null,
): Promise<DeactivationPreview> {
  const unpaid = await listUnpaidRequests(reader, person.id)
  const upcoming = await listUpcomingRequests(reader, person.id, deps.clock.now())
  const getOther = (request: RequestRow) =>
    person.role === 'caregiver' ? request.caretakerId : request.caregiverId
  const names = await findNames(reader, upcoming.map(getOther))
  const found: { startsAt: Date; row: Cents & Pick<Booking, 'request_id' | 'person' | 'visits'> }[] = []
  for (const request of upcoming) {
    const full = await planRemoval(reader, deps, request, { side: person.role, refund: 'full', until })
    const policy = await planRemoval(reader, deps, request, { side: person.role, refund: 'policy', until })
    const [first] = full?.windows ?? []
    if (!full || !policy || !first) continue
    const id = getOther(request)
    found.push({
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
  found.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const sum = (key: keyof Cents) => found.reduce((total, { row }) => total + row[key], 0)
  return {
    open_requests: unpaid.length,
    bookings: found.map(({ startsAt, row: { priceCents, policyCents, fullCents, ...row } }) => ({
      ...row,
      start_utc: startsAt.toISOString(),
      ...toUsd({ priceCents, policyCents, fullCents }),
    })),
    ...toUsd({ priceCents: sum('priceCents'), policyCents: sum('policyCents'), fullCents: sum('fullCents') }),
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
