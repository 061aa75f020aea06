import { CircleCheck } from 'lucide-react'
import { plural } from '../../../lib/format/format.ts'
import type { Selection } from '../../../shared/visits/selection.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import type { PlannedTime } from './repeat.ts'
import { RepeatConflict } from './repeat-conflict.tsx'
import { RepeatRow } from './repeat-row.tsx'
import type { Repeat } from './use-repeat.ts'

interface RepeatedTimesProps {
  repeat: Repeat
  zone: string
  taken: Selection
}

/** Every week's times: first those that are not free, then all of them, folded. */
export function RepeatedTimes({ repeat, zone, taken }: RepeatedTimesProps) {
  const { plan, error, isChecking, retry, choose } = repeat
  if (!plan && error) {
    return (
      <ErrorState
        title="Failed to check these times"
        error={error}
        onRetry={retry}
        isRetrying={isChecking}
        isCompact
      />
    )
  }
  if (!plan) return <ListSkeleton />
  const conflicts = plan.filter(isConflict)
  return (
    <>
      <p role="status" className={conflicts.length > 0 ? 'sr-only' : 'flex items-center gap-2 font-medium'}>
        {conflicts.length === 0 && <CircleCheck className="size-4.5 shrink-0 text-forest" />}
        {describeResult(plan, conflicts)}
      </p>
      {conflicts.length > 0 && (
        <section aria-label="Times that aren’t available" className="rounded-control bg-gold-soft p-4">
          <h4 className="font-sans font-semibold tracking-normal text-gold-ink">
            {describeResult(plan, conflicts)}
          </h4>
          <ul className="mt-3 flex flex-col gap-4">
            {conflicts.map((planned) => (
              <RepeatConflict
                key={planned.key}
                planned={planned}
                zone={zone}
                taken={taken}
                choose={(choice) => choose(planned.key, choice)}
              />
            ))}
          </ul>
        </section>
      )}
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-forest">
          <span className="group-open:hidden">{`Show all ${plan.length} times`}</span>
          <span className="hidden group-open:inline">Hide times</span>
        </summary>
        <ul aria-label="All times" className="divide-y divide-line">
          {plan.map((planned) => (
            <RepeatRow
              key={planned.key}
              planned={planned}
              zone={zone}
              choose={(choice) => choose(planned.key, choice)}
            />
          ))}
        </ul>
      </details>
    </>
  )
}

/** Whether it isn't free, or another time was chosen when it wasn't. */
function isConflict({ occurrence, choice }: PlannedTime): boolean {
  return !occurrence.is_free || (typeof choice === 'object' && choice !== null)
}

function describeResult(plan: readonly PlannedTime[], conflicts: readonly PlannedTime[]): string {
  if (conflicts.length === 0) return `All ${plan.length} times are available`
  return `${conflicts.length} of ${plural(plan.length, 'time')} ${conflicts.length === 1 ? 'isn’t' : 'aren’t'} available`
}

function ListSkeleton() {
  return (
    <Loading label="Checking every week…">
      <span className="flex flex-col gap-3">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-5 w-2/5" />
      </span>
    </Loading>
  )
}
