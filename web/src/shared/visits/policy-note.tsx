import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { getRefund, POLICY_TEXTS } from '@tendwell/contract/cancellation/refund'
import type { Interval } from '@tendwell/contract/time'
import { now } from '../../lib/format/clock.ts'
import { formatInstant } from '../../lib/format/format.ts'
import { fromEpochMs } from '../../lib/format/instants.ts'

interface PolicyNoteProps {
  policy: CancellationPolicy
  /**
   * Times that may still be paid: says until when canceling gives everything back, or what it gives back from the
   * first day.
   */
  hours?: readonly Interval[]
}

/** What a family gets back for canceling. @see docs/rules/bookings.md#cancellation-policies */
export function PolicyNote({ policy, hours = [] }: PolicyNoteProps) {
  const { name, text } = POLICY_TEXTS[policy]
  const [first, ...later] = mergeAdjacent(hours)
  return (
    <div className="text-13 text-ink-soft">
      <p>
        <strong className="font-semibold text-ink">{`${name} cancellation policy.`}</strong> {text}
      </p>
      {first && (
        <p className="mt-2 font-medium text-ink">
          {describeRefund(getRefund(policy, first.startMs, now()), later.length === 0)}
        </p>
      )}
    </div>
  )
}

/** What canceling the first visit gives back, and until when that is everything. */
function describeRefund({ percent, untilMs }: ReturnType<typeof getRefund>, isOnlyVisit: boolean): string {
  if (percent === 100 && untilMs !== null) {
    return `Cancel by ${formatInstant(fromEpochMs(untilMs))} to get everything back.`
  }
  return `${isOnlyVisit ? 'The' : 'The first'} visit is so soon that canceling it gives ${percent === 0 ? 'nothing' : 'half'} back.`
}
