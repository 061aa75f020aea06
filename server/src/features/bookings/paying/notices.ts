import type { Deps } from '../../../deps.ts'
import type { EventMap } from '../../../events.ts'
import { defineNotice, type Notice } from '../../notices/index.ts'
import { findChargeback } from '../../payments/index.ts'
import { getRequestDetails } from '../queries.ts'
import {
  type ChargebackStep,
  renderBookingConfirmed,
  renderChargeback,
  renderChargebackAlert,
  renderChargebackRefund,
} from './notice-texts.ts'

export const payingNotices = [
  defineNotice('request.booked', async (deps, { requestId }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `request:${requestId}:booked`
    return [
      { userId: request.caregiverId, cause, content: renderBookingConfirmed(request, 'caregiver') },
      { userId: request.familyId, cause, content: renderBookingConfirmed(request, 'caretaker') },
    ]
  }),

  /** Both sides and finance hear of a chargeback. @see docs/rules/money.md#chargebacks */
  defineNotice('chargeback.opened', async (deps, event) => [
    ...(await tellSides(deps, event, 'opened')),
    ...(await alertFinance(deps, event)),
  ]),
  defineNotice('chargeback.closed', (deps, event) => tellSides(deps, event, event.status)),
  defineNotice('chargeback.refunded', async (deps, { chargebackId, requestId, refundCents }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `chargeback:${chargebackId}:refunded`
    const content = renderChargebackRefund(request, refundCents)
    return [{ userId: request.familyId, cause, content }]
  }),
]

type Opened = EventMap['chargeback.opened']

async function tellSides(
  deps: Deps,
  { chargebackId, requestId }: Opened,
  step: ChargebackStep,
): Promise<Notice[]> {
  const found = await findChargeback(deps.database, chargebackId)
  if (!found) return []
  const request = await getRequestDetails(deps, requestId)
  const change = { step, amountCents: found.chargeback.amountCents }
  const cause = `${getCause(found.chargeback)}:${step}`
  return [
    { userId: request.familyId, cause, content: renderChargeback(request, change, 'caretaker') },
    { userId: request.caregiverId, cause, content: renderChargeback(request, change, 'caregiver') },
  ]
}

async function alertFinance(deps: Deps, { chargebackId: id, requestId }: Opened): Promise<Notice[]> {
  const found = await findChargeback(deps.database, id)
  if (!found) return []
  const content = renderChargebackAlert({ id, requestId }, found.chargeback.evidenceDueAt)
  return [{ staff: 'finance', cause: `${getCause(found.chargeback)}:alert`, content }]
}

/** A bank may open a won chargeback again, and those concerned hear of it again. */
const getCause = ({ id, openedAt }: { id: number; openedAt: Date }) =>
  `chargeback:${id}:${openedAt.toISOString()}`
