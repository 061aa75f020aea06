import type { Dispute } from '@tendwell/contract/disputes'
import { centsFromUsd, usdFromCents } from '@tendwell/contract/money'
import { formatMoney } from '../../lib/format.ts'

interface MoneyNotice {
  tone: 'info' | 'success' | 'warning'
  title: string
  text: string
}

/** What happens to the booking's money, in words for both sides. @see docs/rules/disputes.md#money */
export function describeMoney({ status, held_usd: held, refund_usd: refund, parties }: Dispute): MoneyNotice {
  const caregiver = parties.caregiver.name
  const caretaker = parties.caretaker.name
  if (status === 'submitted' || status === 'escalated') {
    if (held === 0) {
      const text = `The payment had already been passed on when this dispute was opened.`
      return { tone: 'warning', title: 'No money is held', text }
    }
    const text = `Neither side gets it until the dispute ends.`
    return { tone: 'warning', title: `${formatMoney(held)} is held`, text }
  }
  if (refund > 0) {
    const left = usdFromCents(Math.max(0, centsFromUsd(held) - centsFromUsd(refund)))
    const rest = left > 0 ? ` The other ${formatMoney(left)} goes to ${caregiver}.` : ''
    const text = `It goes back to the card that ${caretaker} paid with.${rest}`
    return { tone: 'success', title: `${formatMoney(refund)} was refunded`, text }
  }
  const text = held > 0 ? `The ${formatMoney(held)} that was held goes to ${caregiver}.` : ''
  return { tone: 'info', title: 'Nothing was refunded', text }
}
