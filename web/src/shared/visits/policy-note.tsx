import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { getRefund, POLICY_TEXTS } from '@tendwell/contract/cancellation/refund'
import { now } from '../../lib/format/clock.ts'
import { formatInstant } from '../../lib/format/format.ts'
import { fromEpochMs } from '../../lib/format/instants.ts'

interface PolicyNoteProps {
  policy: CancellationPolicy
  /**
   * When the first visit starts (epoch ms), if it isn't paid yet: says until when canceling gives everything back,
   * or what it gives back from the first day.
   */
  firstStartMs?: number
}

/** What a family gets back for canceling. @see docs/rules/bookings.md#cancellation-policies */
export function PolicyNote({ policy, firstStartMs }: PolicyNoteProps) {
  const { name, text } = POLICY_TEXTS[policy]
  const refund = firstStartMs === undefined ? null : getRefund(policy, firstStartMs, now())
  return (
    <div className="text-13 text-ink-soft">
      <p>
        <strong className="font-semibold text-ink">{`${name} cancellation policy.`}</strong> {text}
      </p>
      {refund && <p className="mt-2 font-medium text-ink">{describeRefund(refund)}</p>}
    </div>
  )
}

/** What canceling the first visit gives back, and until when that is everything. */
function describeRefund({ percent, untilMs }: ReturnType<typeof getRefund>): string {
  if (percent === 100 && untilMs !== null) {
    return `Cancel by ${formatInstant(fromEpochMs(untilMs))} to get everything back.`
  }
  return `The first visit is so soon that canceling it gives ${percent === 0 ? 'nothing' : 'half'} back.`
}
