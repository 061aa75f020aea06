import {
  formatEvery,
  formatTimes,
  groupWeekly,
  isWeekly,
  type WeeklyGroup,
} from '@tendwell/contract/availability/weekly'
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import { getWeekday, type Interval, toLocalDate } from '@tendwell/contract/time'
import { CalendarDays, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  formatDay,
  formatInterval,
  formatWeekday,
  formatZone,
  getBrowserZone,
} from '../../lib/format/format.ts'
import { toInterval } from '../../lib/format/instants.ts'

interface WindowListProps {
  windows: readonly { start_utc: string; end_utc: string }[]
  /** The request's zone. Times in it are shown too if they differ from the viewer's. */
  zone: string
  /** How many are shown before weekly ones become one line, and how many lines before the rest is folded. */
  maxShown?: number
  /** Lets weekly ones be listed one by one too. */
  listsAll?: boolean
  /** Says above a few that they are weekly, and which weeks are left out. */
  namesSeries?: boolean
}

/** Windows in the viewer's zone, with adjacent ones merged. @see docs/rules/bookings.md#on-screen */
export function WindowList(props: WindowListProps) {
  const { windows, zone, maxShown = 3, listsAll = false, namesSeries = false } = props
  const merged = mergeAdjacent(windows.map(toInterval))
  const single = merged.map((time) => ({ times: [time], skipped: [] }))
  const groups = groupLines(merged, zone)
  const lines = merged.length > maxShown ? groups : single
  const series = namesSeries && lines === single && groups.length === 1 ? groups.find(isWeekly) : undefined
  const rest = lines.slice(maxShown)
  const restCount = rest.reduce((sum, { times }) => sum + times.length, 0)
  return (
    <div className="flex flex-col gap-1.5">
      {series && <p className="tabular font-medium">{`Weekly, ${formatTimes(series, getBrowserZone())}`}</p>}
      <Lines lines={lines.slice(0, maxShown)} zone={zone} />
      {listsAll && lines.some(isWeekly) ? (
        <Fold label={`Show all ${single.length} visits`}>
          <Lines lines={single} zone={zone} />
        </Fold>
      ) : (
        rest.length > 0 && (
          <Fold label={`and ${restCount} more`}>
            <Lines lines={rest} zone={zone} />
          </Fold>
        )
      )}
    </div>
  )
}

function Fold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-forest">
        <span className="group-open:hidden">{label}</span>
        <span className="hidden group-open:inline">Show fewer</span>
      </summary>
      {children}
    </details>
  )
}

/** Only windows that are at the same hours in both zones become one line. */
function groupLines(windows: readonly Interval[], zone: string): WeeklyGroup[] {
  const own = getBrowserZone()
  return groupWeekly(
    windows,
    own,
    (window) => `${formatInterval(window, own)} ${formatInterval(window, zone)}`,
  )
}

function Lines({ lines, zone }: { lines: readonly WeeklyGroup[]; zone: string }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {lines.map((line) => {
        const Icon = isWeekly(line) ? Repeat : CalendarDays
        return (
          <li key={line.times[0]?.startMs} className="flex items-start gap-2">
            <Icon className="mt-0.5 size-4 shrink-0 text-ink-soft" />
            <LineText line={line} zone={zone} />
          </li>
        )
      })}
    </ul>
  )
}

function LineText({ line, zone }: { line: WeeklyGroup; zone: string }) {
  const own = getBrowserZone()
  const [first] = line.times
  if (!first) return null
  const isRepeated = isWeekly(line)
  const there = formatTimesIn(first, zone, isRepeated)
  return (
    <span className="tabular">
      <span className="font-medium">
        {isRepeated ? formatEvery(line, own) : formatDay(toLocalDate(first.startMs, own), 'weekday')}
      </span>{' '}
      <span className="text-ink-soft">{formatInterval(first, own)}</span>
      {isRepeated && <span className="block text-13 text-ink-soft">{formatTimes(line, own)}</span>}
      {there && <span className="block text-13 text-ink-soft">{there}</span>}
    </span>
  )
}

/** One window as text, such as for a label. */
export function WindowText({ window, zone }: { window: WindowListProps['windows'][number]; zone: string }) {
  return <LineText line={{ times: [toInterval(window)], skipped: [] }} zone={zone} />
}

/** The window in a zone's time, with the zone's name; null if it reads as in the viewer's zone. */
function formatTimesIn(window: Interval, zone: string, isRepeated: boolean): string | null {
  const own = getBrowserZone()
  const [date, ownDate] = [toLocalDate(window.startMs, zone), toLocalDate(window.startMs, own)]
  const span = formatInterval(window, zone)
  if (date === ownDate && span === formatInterval(window, own)) return null
  const name = isRepeated ? `${formatWeekday(getWeekday(date))}s` : formatDay(date, 'weekday')
  return `${date === ownDate ? '' : `${name} `}${span} (${formatZone(zone)})`
}
