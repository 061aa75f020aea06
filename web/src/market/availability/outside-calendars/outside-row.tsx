import type { OutsideCalendar } from '@tendwell/contract/calendars/outside-calendars'
import { toLocalDateTime, type Zone } from '@tendwell/contract/time'
import { CalendarDays, RotateCw } from 'lucide-react'
import { formatDay, formatTime, formatZoneNote, plural } from '../../../lib/format/format.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { toast } from '../../../lib/toast.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { Button } from '../../../ui/button.tsx'
import { useRefreshOutsideCalendarMutation } from './outside-api.ts'

interface OutsideRowProps {
  calendar: OutsideCalendar
  zone: Zone
  canRefresh: boolean
  onRemove: () => void
}

export function OutsideRow({ calendar, zone, canRefresh, onRemove }: OutsideRowProps) {
  const { id, name, host, address_end: end, state } = calendar
  const [refreshCalendar] = useRefreshOutsideCalendarMutation()
  const { run: refresh, isPending } = useAction({
    send: (read: number) => refreshCalendar(read).unwrap(),
    failure: `Failed to read ${name}`,
    onSuccess: (read) => {
      if (read.state === 'ok') toast.success(`${name} is up to date`)
      else toast.error(`${name} can’t be read`)
    },
  })
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-5 first:pt-0 last:pb-0">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-sand text-forest">
        <CalendarDays className="size-5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          {name}
          {state === 'ok' ? (
            <StatusPill status="active" word="Up to date" />
          ) : (
            <StatusPill status="failed" word="Can’t be read" />
          )}
        </p>
        <p className="mt-0.5 text-13 wrap-anywhere text-ink-soft">{`${host}/…${end}`}</p>
        <ReadingState calendar={calendar} zone={zone} />
        <div className="mt-3 flex flex-wrap gap-2">
          {canRefresh && (
            <Button
              variant="secondary"
              size="small"
              icon={<RotateCw className="size-3.5" />}
              aria-label={`Refresh ${name}`}
              isPending={isPending}
              onPress={() => refresh(id)}
            >
              {isPending ? 'Reading…' : 'Refresh'}
            </Button>
          )}
          <Button variant="secondary" size="small" aria-label={`Remove ${name}`} onPress={onRemove}>
            Remove
          </Button>
        </div>
      </div>
    </li>
  )
}

/** When it was read; or why it can't be, and what that means for the caregiver's hours. */
function ReadingState({ calendar, zone }: { calendar: OutsideCalendar; zone: Zone }) {
  const {
    problem,
    read_at: readAt,
    kept_until: keptUntil,
    busy_count: count,
    unread_count: unread,
  } = calendar
  const read = `Last read ${formatMoment(readAt, zone)}`
  if (calendar.state === 'ok') {
    return (
      <>
        <p className="mt-1.5 text-13">{`${read}. ${plural(count, 'busy time')} ahead.`}</p>
        {unread > 0 && (
          <p className="mt-1 text-13 text-clay">
            {`${plural(unread, 'event')} couldn’t be read. Check that your hours are right at their times.`}
          </p>
        )}
      </>
    )
  }
  return (
    <>
      <p className="mt-1.5 text-13 text-clay">{problem}.</p>
      <p className="mt-1 text-13">
        {keptUntil
          ? `${read}. Families can’t book you at its known busy times until ${formatMoment(keptUntil, zone)}.`
          : `${read}. Families can book you at its busy times again.`}
      </p>
    </>
  )
}

/** `Tue, Dec 1, 9:00 AM`, with the zone if it isn't the viewer's. */
function formatMoment(instant: string, zone: Zone): string {
  const { date, time } = toLocalDateTime(toEpochMs(instant), zone)
  const note = formatZoneNote(zone)
  return `${formatDay(date, 'weekday')}, ${formatTime(time)}${note && ` ${note}`}`
}
