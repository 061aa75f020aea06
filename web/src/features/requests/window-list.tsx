import { mergeLocalWindows } from '@tendwell/contract/windows'
import { CalendarDays } from 'lucide-react'
import { formatDay, formatWindow } from '../../lib/format.ts'

interface WindowListProps {
  /** Wall time in `zone`; adjacent ones are shown as one (marketplace §9). */
  windows: readonly { date: string; start: string; end: string }[]
  zone: string
}

const shownAtOnce = 3

export function WindowList({ windows, zone }: WindowListProps) {
  const merged = mergeLocalWindows(windows)
  const rest = merged.slice(shownAtOnce)
  return (
    <div className="flex flex-col gap-1.5">
      <Windows windows={merged.slice(0, shownAtOnce)} zone={zone} />
      {rest.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-forest">
            <span className="group-open:hidden">{`and ${rest.length} more`}</span>
            <span className="hidden group-open:inline">Show fewer</span>
          </summary>
          <Windows windows={rest} zone={zone} />
        </details>
      )}
    </div>
  )
}

function Windows({ windows, zone }: WindowListProps) {
  return (
    <ul className="flex flex-col gap-1.5">
      {windows.map((window) => (
        <li key={`${window.date} ${window.start}`} className="tabular flex items-start gap-2">
          <CalendarDays className="mt-0.5 size-4 shrink-0 text-ink-soft" aria-hidden="true" />
          <span>
            <span className="font-medium">{formatDay(window.date, 'weekday')}</span>{' '}
            <span className="text-ink-soft">{formatWindow(window.start, window.end, zone)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
