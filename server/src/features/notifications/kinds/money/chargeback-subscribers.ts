import type { Deps } from '../../../../deps.ts'
import type { EventMap } from '../../../../events.ts'
import { getRequestDetails } from '../../../bookings/index.ts'
import { findChargeback } from '../../../payments/index.ts'
import { notifyStaff, notifyUsers } from '../../delivering/delivery.ts'
import {
  type ChargebackStep,
  renderChargeback,
  renderChargebackAlert,
  renderChargebackRefund,
} from './chargeback-templates.ts'

const SUBSCRIBER = 'notifications'

/**
 * Tells both sides and finance staff of a chargeback, and both sides how it ended.
 * @see docs/rules/money.md#chargebacks
 */
export function subscribeToChargebacks(deps: Deps): void {
  deps.jobs.subscribe('chargeback.opened', SUBSCRIBER, async (event) => {
    await notifySides(deps, event, 'opened')
    const found = await findChargeback(deps.database, event.chargebackId)
    if (!found) return
    const content = renderChargebackAlert(
      { id: event.chargebackId, requestId: event.requestId },
      found.chargeback.evidenceDueAt,
    )
    await notifyStaff(deps, 'finance', `${getCause(found.chargeback)}:alert`, content)
  })
  deps.jobs.subscribe('chargeback.closed', SUBSCRIBER, (event) => notifySides(deps, event, event.status))
  deps.jobs.subscribe('chargeback.refunded', SUBSCRIBER, async ({ chargebackId, requestId, refundCents }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `chargeback:${chargebackId}:refunded`
    const content = renderChargebackRefund(request, refundCents)
    await notifyUsers(deps, [{ userId: request.caretakerId, cause, content }])
  })
}

async function notifySides(
  deps: Deps,
  { chargebackId, requestId }: EventMap['chargeback.opened'],
  step: ChargebackStep,
): Promise<void> {
  const found = await findChargeback(deps.database, chargebackId)
  if (!found) return
  const request = await getRequestDetails(deps, requestId)
  const change = { step, amountCents: found.chargeback.amountCents }
  const cause = `${getCause(found.chargeback)}:${step}`
  await notifyUsers(deps, [
    { userId: request.caretakerId, cause, content: renderChargeback(request, change, 'caretaker') },
    { userId: request.caregiverId, cause, content: renderChargeback(request, change, 'caregiver') },
  ])
}

/** A bank may open a won chargeback again, and those concerned are told again. */
const getCause = ({ id, openedAt }: { id: number; openedAt: Date }) =>
  `chargeback:${id}:${openedAt.toISOString()}`
