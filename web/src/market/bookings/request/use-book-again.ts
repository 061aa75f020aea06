import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { toLocalDate } from '@tendwell/contract/time'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsLeaving } from '../../../lib/address/use-is-leaving.ts'
import { useUrlFilters } from '../../../lib/address/use-url-filters.ts'
import { now } from '../../../lib/format/clock.ts'
import { toInterval } from '../../../lib/format/instants.ts'
import { useLazyFreeDayQuery } from '../../../shared/visits/free-hours-api.ts'
import { addSlots, type Selection } from '../../../shared/visits/selection.ts'
import { useBookingQuery } from '../bookings-api.ts'
import { readAgainId } from '../hours/link.ts'
import { type AgainTimes, findAgainTimes, listAgainWeeks } from './again.ts'
import { findChildren, type useVisit } from './use-visit.ts'

interface BookAgainOptions {
  caregiverId: number
  zone: string
  family: OwnCaretakerProfile | undefined
  visit: ReturnType<typeof useVisit>
  selection: Selection
  select: (selection: Selection) => void
  showDay: (date: string) => void
}

/** `none`: none of the times is free. */
export type Again = AgainTimes | 'none'

/**
 * Brings the times, the children and the note of the booking that the address names (`?again=12`), once.
 * @returns what was found, until the selection is changed; null without such a booking
 * @see docs/rules/bookings.md#booking-again
 */
export function useBookAgain(options: BookAgainOptions): Again | null {
  const { caregiverId, zone, family, visit, selection, select, showDay } = options
  const { filters, change } = useUrlFilters(readAgain)
  const requestId = Number(filters.again)
  const { currentData: booking } = useBookingQuery(
    { side: 'caretaker', requestId },
    { skip: filters.again === '' },
  )
  const [readDay] = useLazyFreeDayQuery()
  const [found, setFound] = useState<Again | null>(null)
  const [shown, setShown] = useState<{ again: Again; selection: Selection } | null>(null)

  const look = useEffectEvent(async () => {
    if (booking?.caregiver_id !== caregiverId) return
    const children = findChildren(
      family,
      booking.children.flatMap(({ name }) => name ?? []),
    )
    visit.change({
      ...(children.length > 0 && { children }),
      ...(visit.note === '' && { note: booking.note }),
    })
    const visits = booking.windows.filter(({ state }) => state !== 'canceled').map(toInterval)
    const weeks = listAgainWeeks(visits, zone, toLocalDate(now(), zone))
    const readSlots = async (date: string) =>
      (await readDay({ caregiverId, date, timezone: zone }, true).unwrap()).map(toInterval)
    setFound((await findAgainTimes(weeks, zone, readSlots).catch(() => null)) ?? 'none')
  })
  const isReady = booking !== undefined && family !== undefined
  useEffect(() => {
    if (isReady) void look()
  }, [isReady])

  // Apart from the above, because the family may have chosen something meanwhile.
  const choose = useEffectEvent((again: Again) => {
    const next = again === 'none' ? selection : addSlots(selection, again.slots)
    setFound(null)
    select(next)
    setShown({ again, selection: next })
    change({ again: '' })
    const [first] = again === 'none' ? [] : again.slots
    if (first) showDay(toLocalDate(first.startMs, zone))
  })
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (found && !isLeaving) choose(found)
  }, [found, isLeaving])
  return shown?.selection === selection ? shown.again : null
}

function readAgain(params: URLSearchParams) {
  return { again: readAgainId(params) }
}
