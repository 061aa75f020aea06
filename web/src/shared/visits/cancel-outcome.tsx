import type { CancellationPreview } from '@tendwell/contract/cancellation/calls'
import { formatMoney } from '../../lib/format/format.ts'
import { DescriptionList } from '../../ui/description-list.tsx'

interface CancelOutcomeProps {
  preview: CancellationPreview
  /** Such as 'your card'. */
  refundTo: string
  /** The caregiver's name. */
  caregiver: string
  /** How much of the refund waits for finance or an admin. */
  waitingUsd?: number
  lines: readonly string[]
}

/** What comes back, what the caregiver keeps, and why. */
export function CancelOutcome({ preview, refundTo, caregiver, waitingUsd = 0, lines }: CancelOutcomeProps) {
  const { refund_usd: refundUsd, kept_usd: keptUsd } = preview
  return (
    <div className="rounded-control border border-line bg-paper p-4" aria-live="polite">
      <DescriptionList
        items={[
          { term: `Back to ${refundTo}`, value: formatMoney(refundUsd), isTotal: true },
          ...(waitingUsd > 0
            ? [{ term: 'Of this, waits for finance or an admin', value: formatMoney(waitingUsd) }]
            : []),
          ...(keptUsd > 0 ? [{ term: `${caregiver} keeps`, value: formatMoney(keptUsd) }] : []),
        ]}
      />
      <div className="mt-3 flex flex-col gap-1.5 text-13 text-ink-soft">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}
