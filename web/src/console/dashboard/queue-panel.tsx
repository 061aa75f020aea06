import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatAgo, formatInstant } from '../../lib/format/format.ts'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { polling } from '../common/polling.ts'
import { describeItem } from './queue.ts'
import { useQueueQuery } from './queue-api.ts'

/** What waits for staff, each leading to where it is dealt with. @see docs/rules/console.md#queue */
export function QueuePanel() {
  const query = useQueueQuery(undefined, polling)
  return (
    <QueryPanel
      title="To do"
      query={query}
      failure="We couldn’t load your to-do list"
      skeleton={<QueueSkeleton />}
      empty={({ results }) => results.length === 0 && <p className="text-ink-soft">You’re all caught up.</p>}
    >
      {({ results }) => (
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {results.map((item) => {
            const { to, text } = describeItem(item)
            return (
              <li key={item.kind} className="border-b border-line last:border-0 sm:nth-last-2:odd:border-0">
                <Link
                  to={to}
                  className="group flex min-h-14 items-center justify-between gap-4 rounded-control py-2"
                >
                  <span>
                    <span className="block font-semibold group-hover:underline">{text}</span>
                    <span className="block text-13 text-ink-soft">{`Oldest ${formatAgo(item.oldest_at)}${item.due_at ? `, due ${formatInstant(item.due_at)}` : ''}`}</span>
                  </span>
                  <ChevronRight className="size-4 shrink-0 text-ink-soft" />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </QueryPanel>
  )
}

/** Lines of text in two columns, or in one on a phone. */
function QueueSkeleton() {
  return (
    <Loading>
      <span className="grid gap-x-8 sm:grid-cols-2">
        {['first', 'second', 'third'].map((item) => (
          <span
            key={item}
            className="flex min-h-15 flex-col justify-center gap-2 border-b border-transparent"
          >
            <Skeleton className="h-4 w-44" />
            <Skeleton className="h-3.5 w-28" />
          </span>
        ))}
      </span>
    </Loading>
  )
}
