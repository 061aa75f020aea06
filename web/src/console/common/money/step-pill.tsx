import type {
  PAYMENT_STEP_LABELS,
  PAYOUT_STEP_LABELS,
  REFUND_STEP_LABELS,
} from '@tendwell/contract/console/money'
import type { Status } from '../../../shared/statuses/status-map.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import type { Column } from '../../../ui/data-table.tsx'

type MoneyStep =
  | keyof typeof PAYMENT_STEP_LABELS
  | keyof typeof REFUND_STEP_LABELS
  | keyof typeof PAYOUT_STEP_LABELS

/** The look of each step; the words come from the list. */
const looks: Record<MoneyStep, Status> = {
  open: 'pending',
  captured: 'processing',
  succeeded: 'paid',
  refunding: 'processing',
  refunded: 'refunded',
  failed: 'failed',
  pending: 'pending',
  taken_back: 'canceled',
  processing: 'processing',
  returning: 'processing',
  paid: 'paid',
  canceled: 'canceled',
}

/** The options of a list's State filter: Stuck, then each step. */
export function listStateOptions<Step extends string>(labels: Record<Step, string>) {
  const steps = Object.entries<string>(labels) as [Step, string][]
  return [{ id: 'stuck' as const, label: 'Stuck' }, ...steps.map(([id, label]) => ({ id, label }))]
}

type Words = readonly { id: string; label: string }[]

interface MoneyRow {
  step: MoneyStep
  is_stuck: boolean
  /** Why it failed or was refused. */
  failure_reason: string | null
}

/** The column that shows how far a row is. @param words the words of each step */
export function stateColumn<Row extends MoneyRow>(words: Words): Column<Row> {
  return { id: 'state', header: 'State', cell: (row) => <StepPill words={words} row={row} /> }
}

/** A step of a payment, refund or payout, and why it doesn't go on. */
function StepPill({ words, row }: { words: Words; row: MoneyRow }) {
  const { step, is_stuck: isStuck, failure_reason: reason } = row
  const word = words.find(({ id }) => id === step)?.label ?? step
  return (
    <span className="inline-flex flex-col items-start gap-1 cards:items-end">
      <StatusPill status={isStuck ? 'failed' : looks[step]} word={isStuck ? `Stuck: ${word}` : word} />
      {reason && <span className="text-13 text-ink-soft">{reason}</span>}
    </span>
  )
}
