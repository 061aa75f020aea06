import { formatDay } from '../../../lib/format/format.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'

/** Marks a suspended account, with the day on which it is active again. */
export function SuspendedPill({ until }: { until: string }) {
  return <StatusPill status="inactive" word={`Suspended until ${formatDay(until)}`} />
}
