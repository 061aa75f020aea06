import { centsFromUsd, usdFromCents } from '@tendwell/contract/money'
import { listRefundParts } from '@tendwell/contract/safety/dispute-refund'
import type { Dispute } from '@tendwell/contract/safety/disputes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { formatMoney } from '../../../lib/format/format.ts'

interface MoneyNotice {
  tone: 'info' | 'success' | 'warning'
  title: string
  text: string
}

/** What happens to the booking's money, in words for both sides. @see docs/rules/disputes.md#money */
export function describeMoney(dispute: Dispute): MoneyNotice {
  const { status, held_usd: held, refund_usd: refund, parties } = dispute
  const caregiver = parties.caregiver.name
  const caretaker = parties.caretaker.name
  if (status === 'submitted' || status === 'escalated') {
    if (held === 0) {
      const text = `The money had already been paid out when this dispute was opened.`
      return { tone: 'warning', title: 'No money is on hold', text }
    }
    const text = `We’ll keep it on hold until the dispute is resolved.`
    return { tone: 'warning', title: `${formatMoney(held)} is on hold`, text }
  }
  if (refund > 0) {
    const left = usdFromCents(Math.max(0, centsFromUsd(held) - centsFromUsd(refund)))
    const rest = left > 0 ? [`The remaining ${formatMoney(left)} goes to ${caregiver}.`] : []
    const [title = '', ...others] = listRefundParts(dispute).map(
      ({ term, usd }) => `${term}: ${formatMoney(usd)} to ${caretaker}`,
    )
    const way = dispute.refunding_usd > 0 ? ['It goes to the card they paid with.'] : []
    const text = [...others.map((part) => `${part}.`), ...way, ...rest].join(' ')
    return { tone: 'success', title, text }
  }
  const text = held > 0 ? `The ${formatMoney(held)} on hold goes to ${caregiver}.` : ''
  return { tone: 'info', title: 'No refund', text }
}

/** Who decides an open dispute, and what this side can do until then. @see docs/rules/disputes.md#closing */
export function describeNextStep({ status, response, parties }: Dispute, side: Side): string {
  const decision = 'Our team reads both sides and decides. You’ll read the decision here and by email.'
  if (side === 'caretaker') {
    const close = status === 'submitted' ? ', or close the dispute' : ''
    return `${decision} Until then you can add evidence below${close}. If we have a question, you can answer it here.`
  }
  return response
    ? `${decision} Until then you can change your answer and add evidence below.`
    : `${decision} ${parties.caretaker.name} has told us their side. Tell us yours below.`
}
