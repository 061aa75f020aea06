import { POLICY_TEXTS } from '@tendwell/contract/cancellation'
import type { CancellationPolicy } from '@tendwell/contract/cancellation-policies'

/** What a family gets back for canceling. @see docs/rules/bookings.md#cancellation-policies */
export function PolicyNote({ policy }: { policy: CancellationPolicy }) {
  const { name, text } = POLICY_TEXTS[policy]
  return (
    <p className="text-13 text-ink-soft">
      <strong className="font-semibold text-ink">{`${name} cancellation policy.`}</strong> {text}
    </p>
  )
}
