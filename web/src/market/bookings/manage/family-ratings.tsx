import type { Booking } from '@tendwell/contract/bookings/bookings'
import { toLocalDate } from '@tendwell/contract/time'
import { useState } from 'react'
import { now } from '../../../lib/format/clock.ts'
import { formatDay, formatInterval, getBrowserZone, plural } from '../../../lib/format/format.ts'
import { toEpochMs, toInterval } from '../../../lib/format/instants.ts'
import { useFamilyRatingsQuery } from '../../../shared/reviews/reviews-api.ts'
import { Button } from '../../../ui/button.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { FamilyRatingDialog } from './family-rating-dialog.tsx'

/** More visits than these are asked for one after the other. */
const SHOWN_MAXIMUM = 3

type Visit = Booking['windows'][number]

interface FamilyRatingsProps {
  booking: Pick<Booking, 'request_id' | 'caretaker_name' | 'windows'>
}

/**
 * Asks a caregiver how the family was, visit by visit; nothing while no visit waits for it.
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
export function FamilyRatings({ booking }: FamilyRatingsProps) {
  const { request_id: requestId, caretaker_name: name, windows } = booking
  const [chosen, setChosen] = useState<Visit | null>(null)
  const hasEnded = windows.some(({ end_utc }) => toEpochMs(end_utc) <= now())
  const query = useFamilyRatingsQuery(requestId, {
    skip: !hasEnded,
    refetchOnMountOrArgChange: true,
  })
  const waiting = new Set(query.data?.filter(({ rating }) => !rating).map(({ booking_id }) => booking_id))
  const visits = windows.filter(({ booking_id }) => waiting.has(booking_id)).reverse()
  const hasFailed = !query.data && query.error
  if (!hasFailed && visits.length === 0 && !chosen) return null
  return (
    <QueryPanel
      title="How was the family?"
      lead={`Only our team reads your answers. ${name} and other caregivers won’t see them.`}
      query={query}
      failure="We couldn’t load your visits"
      skeleton={null}
    >
      {() => (
        <>
          <ul className="divide-y divide-line">
            {visits.slice(0, SHOWN_MAXIMUM).map((visit) => (
              <li
                key={visit.booking_id}
                className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
              >
                <span className="tabular">{describeTime(visit)}</span>
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={`Answer for ${describeTime(visit)}`}
                  onPress={() => setChosen(visit)}
                >
                  Answer
                </Button>
              </li>
            ))}
          </ul>
          {visits.length > SHOWN_MAXIMUM && (
            <p className="mt-3 text-13 text-ink-soft">{`and ${plural(visits.length - SHOWN_MAXIMUM, 'earlier visit')}`}</p>
          )}
          {chosen && (
            <FamilyRatingDialog
              key={chosen.booking_id}
              bookingId={chosen.booking_id}
              name={name}
              when={describeTime(chosen)}
              onClose={() => setChosen(null)}
            />
          )}
        </>
      )}
    </QueryPanel>
  )
}

/** `Tue, Jun 2, 9:00 AM – 12:00 PM`, in the viewer's zone. */
function describeTime(visit: Visit): string {
  const zone = getBrowserZone()
  const times = toInterval(visit)
  return `${formatDay(toLocalDate(times.startMs, zone), 'weekday')}, ${formatInterval(times, zone)}`
}
