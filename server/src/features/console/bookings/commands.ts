import type { VisitDetails } from '@tendwell/contract/bookings/visits'
import type { BookingMessage } from '@tendwell/contract/console/bookings'
import type { AccessReason } from '@tendwell/contract/staff/staff-access'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import type { PageRequest } from '../../../platform/database/paging.ts'
import { notFound } from '../../../platform/errors.ts'
import { findRequest } from '../../bookings/index.ts'
import { listMessagesBetween } from '../../chat/index.ts'
import { audit } from '../../people/index.ts'
import { countOpenedPerson } from '../people/show-limit.ts'

/**
 * Shows a member of staff what a request says about its visits: children, address and note. An audit entry is
 * committed before these are sent.
 * @throws AppError 404 for an unknown request; 429 after 60 people in a day
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
export async function showVisitDetails(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  staff: { actorId: number; address: string },
  { requestId, reason }: { requestId: number; reason: AccessReason },
): Promise<VisitDetails> {
  return withTransaction(deps.database, async (transaction) => {
    const request = await findRequest(transaction, requestId)
    if (!request) throw notFound()
    await countOpenedPerson(transaction, deps, { actorId: staff.actorId, personId: request.familyId })
    const subject = `request:${requestId}`
    await audit(transaction, {
      at: deps.clock.now(),
      action: 'visit.opened',
      subject,
      after: { reason },
      ...staff,
    })
    return request.visit
  })
}

/**
 * Shows a member of staff one page of the messages between the two sides of a booking, newest first. An audit
 * entry is committed before the messages are sent.
 * @throws AppError 404 for an unknown request; 429 after 60 people in a day
 * @see docs/rules/console.md#records
 */
export async function openMessages(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  staff: { actorId: number; address: string },
  requestId: number,
  { reason, ...page }: PageRequest & { reason: AccessReason },
): Promise<{ count: number; results: BookingMessage[] }> {
  return withTransaction(deps.database, async (transaction) => {
    const request = await findRequest(transaction, requestId)
    if (!request) throw notFound()
    await countOpenedPerson(transaction, deps, { actorId: staff.actorId, personId: request.familyId })
    await audit(transaction, {
      at: deps.clock.now(),
      action: 'messages.opened',
      subject: `request:${requestId}`,
      after: { reason, page: page.page },
      ...staff,
    })
    return listMessagesBetween(transaction, request, page)
  })
}
