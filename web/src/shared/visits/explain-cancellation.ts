import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { AdminRefund, CancellationPreview } from '@tendwell/contract/cancellation/calls'
import { explainRefund, POLICY_TEXTS } from '@tendwell/contract/cancellation/refund'
import { centsFromUsd, percentOfCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { toLocalDate } from '@tendwell/contract/time'
import { formatDay, formatInstant, formatMoney } from '../../lib/format/format.ts'
import { toEpochMs } from '../../lib/format/instants.ts'

const BANK_DAYS = 'It can take the bank 5 to 10 days to show it.'

/** Why this much comes back to the family, and until when. */
export function explainToFamily(
  preview: CancellationPreview,
  { caregiver_name: caregiver, free_cancellation: isFree }: Booking,
): string[] {
  if (isFree) return [`All of it comes back, because we’re reviewing ${caregiver}’s profile.`]
  return [
    ...explainShare(preview),
    ...explainParts(preview),
    ...explainDeadline(preview),
    explainPolicy(preview),
    ...(preview.refund_usd > 0 ? [BANK_DAYS] : []),
  ]
}

/** Of one visit, why this share comes back. Nothing where a late move left the caregiver more. */
function explainShare({ windows, policy }: CancellationPreview): string[] {
  const [visit, ...others] = windows
  if (!visit || others.length > 0) return []
  const percent = ([100, 50, 0] as const).find((each) => each === visit.refund_percent)
  if (percent === undefined) return []
  const byPolicyCents = percentOfCents(centsFromUsd(visit.price_usd), percent)
  const isByPolicy = centsFromUsd(visit.price_usd) - centsFromUsd(visit.kept_usd) === byPolicyCents
  return isByPolicy ? [`${explainRefund(policy, percent)}.`] : []
}

/** What canceling means for the caregiver who does it. */
export function explainToCaregiver({ completion_rate: rate }: CancellationPreview): string[] {
  return ['The family always gets everything back, and we show them who else is free.', describeOwnRate(rate)]
}

interface AdminOrder {
  side: Side
  refund: AdminRefund
  /** The names of both sides. */
  caregiver: string
  family: string
}

/** What an admin's cancellation for one of the sides means for both. */
export function explainToAdmin(
  preview: CancellationPreview,
  { side, refund, caregiver, family }: AdminOrder,
): string[] {
  return [
    ...(refund === 'policy'
      ? [...explainParts(preview), ...explainDeadline(preview), explainPolicy(preview)]
      : []),
    ...(preview.kept_usd > 0
      ? [`${caregiver} is paid the rest after the hours have passed, as if they had worked.`]
      : []),
    ...(side === 'caregiver'
      ? [`We show ${family} who else is free.`, describeRate(preview.completion_rate, caregiver)]
      : []),
    ...(preview.refund_usd > 0 ? [BANK_DAYS] : []),
  ]
}

function explainPolicy({ policy }: CancellationPreview): string {
  const { name, text } = POLICY_TEXTS[policy]
  return `${name} policy: ${text}`
}

/** Of several visits, those that aren't refunded in full. */
function explainParts({ windows, timezone }: CancellationPreview): string[] {
  if (windows.length < 2) return []
  return windows
    .filter(({ kept_usd }) => kept_usd > 0)
    .map(({ start_utc, price_usd, refund_usd }) => {
      const day = formatDay(toLocalDate(toEpochMs(start_utc), timezone), 'weekday')
      return `${day}: ${formatMoney(refund_usd)} of ${formatMoney(price_usd)} comes back.`
    })
}

/** Until when that much comes back; with several visits, until the first of them costs more. */
function explainDeadline({ windows }: CancellationPreview): string[] {
  const [first] = windows.flatMap(({ refund_until }) => refund_until ?? []).sort()
  return first ? [`This amount holds until ${formatInstant(first)}.`] : []
}

type Rate = CancellationPreview['completion_rate']

function describeOwnRate(rate: Rate): string {
  if (!rate || rate.after === null)
    return 'Once you have five bookings, families see how often you keep them.'
  if (rate.now === null || rate.now === rate.after)
    return `Your completion rate is ${rate.after}% after this.`
  return `Your completion rate falls from ${rate.now}% to ${rate.after}%, which families see on your profile.`
}

function describeRate(rate: Rate, caregiver: string): string {
  if (!rate || rate.after === null)
    return `It counts against ${caregiver}’s completion rate, which shows from five bookings on.`
  if (rate.now === null || rate.now === rate.after)
    return `${caregiver}’s completion rate is ${rate.after}% after this.`
  return `${caregiver}’s completion rate falls from ${rate.now}% to ${rate.after}%.`
}
