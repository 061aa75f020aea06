import type { ListedWait } from '@tendwell/contract/availability/waitlist'
import { BellOff } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { formatDay } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { useStopWaitingMutation, useWaitsQuery } from '../../../shared/visits/waitlist-api.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'

/** The full days for which a family waits, the next one first. */
export function Waits() {
  const query = useWaitsQuery()
  const panel = useRef<HTMLElement>(null)
  return (
    <QueryPanel
      ref={panel}
      id="waits"
      className="scroll-mt-6"
      title="Full days"
      lead="We tell you once, as soon as hours become free. After that, you can ask again."
      query={query}
      failure="Failed to load the days"
      skeleton={<SkeletonRows rows={2} />}
      empty={(waits) =>
        waits.length === 0 && (
          <EmptyState
            title="You aren’t waiting for a day"
            hint="Choose a full day in a caregiver’s calendar, and press “Tell me when hours become free”."
          />
        )
      }
    >
      {(waits) => (
        <ul aria-label="Full days" className="divide-y divide-line">
          {waits.map((wait) => (
            // The pressed button goes with its row, so the focus moves to the panel.
            <WaitRow key={wait.id} wait={wait} onEnded={() => panel.current?.focus()} />
          ))}
        </ul>
      )}
    </QueryPanel>
  )
}

function WaitRow({ wait, onEnded }: { wait: ListedWait; onEnded: () => void }) {
  const { id, caregiver_id: caregiverId, caregiver_name: name, date } = wait
  const day = formatDay(date, 'weekday')
  const [stopWaiting] = useStopWaitingMutation()
  const { run, isPending } = useAction({
    send: () => stopWaiting(id).unwrap(),
    failure: 'Failed to end the wait',
    onSuccess: onEnded,
  })
  return (
    <li className="flex items-center gap-3 py-2 first:pt-0 last:pb-0">
      <Link
        to={`${paths.book(caregiverId)}?date=${date}`}
        className="group min-w-0 flex-1 py-2 wrap-anywhere"
      >
        <span className="font-semibold text-forest underline-offset-4 group-hover:underline">{day}</span>
        <span className="block text-13 text-ink-soft">{name}</span>
      </Link>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Don’t tell me about ${name}, ${day}`}
        icon={<BellOff className="size-4" />}
        isPending={isPending}
        onPress={() => void run(null)}
      >
        Don’t tell me
      </Button>
    </li>
  )
}
