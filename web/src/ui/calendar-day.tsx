import type { CalendarDate } from '@internationalized/date'
import { CalendarCell } from 'react-aria-components/Calendar'
import { type DayKind, DayMark } from './day-mark.tsx'

export interface DayLook {
  kind: DayKind
  /** Replaces the kind's word: '3 hours'. */
  word?: string
  /** A shorter word for narrow cells: '3 h'. */
  brief?: string
  /** What screen readers say in place of the word: '3 hours free'. */
  spoken?: string
  /** Whether a free day has a night too, which a moon shows. */
  hasNight?: boolean
}

interface CalendarDayProps {
  date: CalendarDate
  look: DayLook | undefined
  isPast: boolean
  isToday: boolean
}

const grounds: Record<DayKind, string> = {
  free: 'bg-sage text-on-sage data-hovered:border-forest',
  night: 'bg-sage text-on-sage data-hovered:border-forest',
  full: 'bg-sand text-ink-soft',
  closed: 'text-ink-soft',
  booked: 'bg-gold-soft text-gold-ink data-hovered:border-gold',
}

export function CalendarDay({ date, look, isPast, isToday }: CalendarDayProps) {
  // A past day is quiet: its number is muted, and only screen readers get a word.
  const kind = isPast ? undefined : look?.kind
  const word = isPast ? 'past' : (look?.word ?? kind)
  const ground = isPast ? 'text-ink-soft opacity-60' : kind ? grounds[kind] : 'data-hovered:bg-sand'
  return (
    <CalendarCell
      date={date}
      // react-aria labels a cell with its date only; this adds the kind of day.
      render={(props) => (
        <div {...props} {...addToLabel(props['aria-label'], isPast ? word : (look?.spoken ?? word))} />
      )}
      className={`flex min-h-14 cursor-pointer flex-col items-center justify-center gap-1 rounded-control border border-transparent bg-clip-padding transition-colors outline-none data-focus-visible:outline-2 data-focus-visible:outline-offset-1 data-focus-visible:outline-forest data-outside-month:invisible data-selected:border-forest data-selected:bg-forest data-selected:text-on-forest data-unavailable:cursor-not-allowed @md:min-h-18 ${ground}`}
    >
      {({ formattedDate }) => (
        <>
          <span className={`tabular ${isToday ? 'font-bold underline decoration-2 underline-offset-4' : ''}`}>
            {formattedDate}
          </span>
          {kind && (
            <span className="flex h-3 items-center gap-1 @md:h-2">
              <DayMark kind={kind} />
              {look?.brief && <span className="tabular text-13 leading-none @md:hidden">{look.brief}</span>}
              {look?.hasNight && kind !== 'night' && <DayMark kind="night" />}
            </span>
          )}
          {kind && <span className="tabular hidden text-center text-13 leading-none @md:block">{word}</span>}
        </>
      )}
    </CalendarCell>
  )
}

function addToLabel(label: string | undefined, word: string | undefined) {
  return { 'aria-label': [label, word].filter(Boolean).join(', ') }
}
