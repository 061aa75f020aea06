import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { getRefund, POLICY_TEXTS } from '@tendwell/contract/cancellation/refund'
import { now } from '../../lib/format/clock.ts'

interface PolicyNoteProps {
  policy: CancellationPolicy
  /**
   * When the first visit starts (epoch ms), if it isn't paid yet: says what canceling gives back from the
   * first day.
   */
  firstStartMs?: number
}

const shareWords = { 0: 'nothing', 50: 'half' } as const

/** What a family gets back for canceling. @see docs/rules/bookings.md#cancellation-policies */
export function PolicyNote({ policy, firstStartMs }: PolicyNoteProps) {
  const { name, text } = POLICY_TEXTS[policy]
  const percent = firstStartMs === undefined ? 100 : getRefund(policy, firstStartMs, now()).percent
  return (
    <div className="text-13 text-ink-soft">
      <p>
        <strong className="font-semibold text-ink">{`${name} cancellation policy.`}</strong> {text}
      </p>
      {percent !== 100 && (
        <p className="mt-2 font-medium text-ink">
          {`The first visit is so soon that canceling it gives ${shareWords[percent]} back.`}
        </p>
      )}
    </div>
  )
}
