import type { Deps } from '../../../deps.ts'
import type { EventMap } from '../../../events.ts'
import { defineNotice, type Notice } from '../../notices/index.ts'
import { calculatePayeeCents, findChargeback, findRequestPayment } from '../../payments/index.ts'
import { getLiveRequestDetails, getRequestDetails } from '../queries.ts'
import { endPayNotice } from '../requests/notices.ts'
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
    const payment = await findRequestPayment(deps.database, requestId)
    const payeeCents = payment ? calculatePayeeCents(payment) : undefined
    const cause = `request:${requestId}:booked`
    return [
      endPayNotice(request),
      {
        userId: request.caregiverId,
        cause,
        content: renderBookingConfirmed(request, 'caregiver', payeeCents),
      },
      { userId: request.familyId, cause, content: renderBookingConfirmed(request, 'caretaker') },
    ]
  }),

  /** Both sides and finance hear of a chargeback. @see docs/rules/money.md#chargebacks */
  defineNotice('chargeback.opened', async (deps, event) => [
    ...(await makeSideNotices(deps, event, 'opened')),
    ...(await makeFinanceNotices(deps, event)),
  ]),
  defineNotice('chargeback.closed', (deps, event) => makeSideNotices(deps, event, event.status)),
  defineNotice('chargeback.refunded', async (deps, { chargebackId, requestId, refundCents }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `chargeback:${chargebackId}:refunded`
    const content = renderChargebackRefund(request, refundCents)
    return [{ userId: request.familyId, cause, content }]
  }),
]

type ChargebackOpened = EventMap['chargeback.opened']

/** The notices to both sides about a step of a chargeback. */
async function makeSideNotices(
  deps: Deps,
  { chargebackId, requestId }: ChargebackOpened,
  step: ChargebackStep,
): Promise<Notice[]> {
  const record = await findChargeback(deps.database, chargebackId)
  if (!record) return []
  const request = await getLiveRequestDetails(deps, requestId)
  const chargeback = { step, amountCents: record.chargeback.amountCents }
  const cause = `${toChargebackCause(record.chargeback)}:${step}`
  return [
    { userId: request.familyId, cause, content: renderChargeback(request, chargeback, 'caretaker') },
    { userId: request.caregiverId, cause, content: renderChargeback(request, chargeback, 'caregiver') },
  ]
}

/** The notice to finance about a new chargeback. */
async function makeFinanceNotices(
  deps: Deps,
  { chargebackId: id, requestId }: ChargebackOpened,
): Promise<Notice[]> {
  const record = await findChargeback(deps.database, id)
  if (!record) return []
  const content = renderChargebackAlert({ id, requestId }, record.chargeback.evidenceDueAt)
  return [{ staff: 'finance', cause: `${toChargebackCause(record.chargeback)}:alert`, content }]
}

/**
 * The cause of a chargeback's notices. It has the time of opening, because a bank may open a won chargeback a
 * second time, and both sides hear of that too.
 */
const toChargebackCause = ({ id, openedAt }: { id: number; openedAt: Date }) =>
  `chargeback:${id}:${openedAt.toISOString()}`
