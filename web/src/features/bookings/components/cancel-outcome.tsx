import type { Side } from '@tendwell/contract/accounts'
import type { Booking } from '@tendwell/contract/bookings'
import type { CancellationPreview } from '@tendwell/contract/canceling'
import { POLICY_TEXTS } from '@tendwell/contract/cancellation'
import { formatInstant, formatMoney } from '../../../lib/format.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'

interface CancelOutcomeProps {
  booking: Booking
  preview: CancellationPreview
  viewer: Side
}

/** What comes back, what the caregiver keeps, and until when. */
export function CancelOutcome({ booking, preview, viewer }: CancelOutcomeProps) {
  const { refund_usd: refundUsd, kept_usd: keptUsd } = preview
  const isOwn = viewer === 'caretaker'
  return (
    <div className="rounded-control border border-line bg-paper p-4" aria-live="polite">
      <DescriptionList
        items={[
          {
            term: isOwn ? 'Back to your card' : `Back to ${booking.caretaker_name}`,
            value: formatMoney(refundUsd),
            isTotal: true,
          },
          ...(keptUsd > 0 ? [{ term: `${booking.caregiver_name} keeps`, value: formatMoney(keptUsd) }] : []),
        ]}
      />
      <div className="mt-3 flex flex-col gap-1.5 text-13 text-ink-soft">
        {explain({ booking, preview, viewer }).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}

function explain({ booking, preview, viewer }: CancelOutcomeProps): string[] {
  if (viewer === 'caregiver') return explainToCaregiver(preview)
  if (booking.free_cancellation) {
    return [`All of it comes back, because we’re reviewing ${booking.caregiver_name}’s profile.`]
  }
  const { name, text } = POLICY_TEXTS[preview.policy]
  return [
    ...explainDeadline(preview),
    `${name} policy: ${text}`,
    ...(preview.refund_usd > 0 ? ['It can take your bank 5 to 10 days to show it.'] : []),
  ]
}

/** Until when that much comes back; with several visits, until the first of them costs more. */
function explainDeadline({ windows }: CancellationPreview): string[] {
  const [first] = windows.flatMap(({ refund_until }) => refund_until ?? []).sort()
  return first ? [`You get this much back until ${formatInstant(first)}.`] : []
}

function explainToCaregiver({ completion_rate: rate }: CancellationPreview): string[] {
  return ['The family always gets everything back, and we show them who else is free.', describeRate(rate)]
}

function describeRate(rate: CancellationPreview['completion_rate']): string {
  if (!rate || rate.after === null)
    return 'Once you have five bookings, families see how often you keep them.'
  if (rate.now === null || rate.now === rate.after)
    return `Your completion rate is ${rate.after}% after this.`
  return `Your completion rate falls from ${rate.now}% to ${rate.after}%, which families see on your profile.`
}
