import { StatusPill } from '../../../../ui/status-pill.tsx'

/** The look of each step; the words come from the list. */
const looks: Record<string, string> = {
  open: 'pending',
  captured: 'processing',
  succeeded: 'paid',
  refunding: 'processing',
  returning: 'processing',
}

interface StepPillProps {
  words: readonly { id: string; label: string }[]
  step: string
  isStuck: boolean
  /** Why it failed or was refused. */
  reason: string | null
}

/** A step of a payment, refund or payout, and why it doesn't go on. */
export function StepPill({ words, step, isStuck, reason }: StepPillProps) {
  const word = words.find(({ id }) => id === step)?.label ?? step
  return (
    <span className="inline-flex flex-col items-start gap-1 cards:items-end">
      <StatusPill
        status={isStuck ? 'failed' : (looks[step] ?? step)}
        word={isStuck ? `Stuck: ${word}` : word}
      />
      {reason && <span className="text-13 text-ink-soft">{reason}</span>}
    </span>
  )
}
