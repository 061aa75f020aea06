import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { toLocalDate } from '@tendwell/contract/time'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsLeaving } from '../../../lib/address/use-is-leaving.ts'
import { useUrlFilters } from '../../../lib/address/use-url-filters.ts'
import { now } from '../../../lib/format/clock.ts'
import { toInterval } from '../../../lib/format/instants.ts'
import { useLazyFreeDayQuery } from '../../../shared/visits/free-hours-api.ts'
import { addSlots, type Selection } from '../../../shared/visits/selection.ts'
import { useBackupCaregiversQuery, useBookingQuery, useBookingRequestQuery } from '../bookings-api.ts'
import { readAgainId, readInsteadId } from '../hours/link.ts'
import { type AgainTimes, findAgainTimes, listAgainWeeks, toLocalWindow } from './again.ts'
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

/**
 * `times`: none of them is free if it is `none`. `isInstead`: they are those of a request that came to nothing with someone
 * else, not of an earlier booking.
 */
export interface Again {
  times: AgainTimes | 'none'
  isInstead: boolean
}

/**
 * Brings, once, the times, the children and the note of the booking that the address names (`?again=12`), in one of the
 * next weeks, or those of a request for which someone else is needed (`?instead=12`), at the same hours.
 * @returns `again`: what was found, until the selection is changed; null without such a booking or request. `insteadOf`: the
 *   id of the request, if someone else is asked for it
 * @see docs/rules/bookings.md#booking-again
 * @see docs/rules/bookings.md#backup-caregivers
 */
export function useBookAgain(options: BookAgainOptions) {
  const { caregiverId, zone, family, visit, selection, select, showDay } = options
  const { filters, change } = useUrlFilters(readAgain)
  const isInstead = filters.instead !== ''
  const requestId = Number(filters.again || filters.instead)
  // The address forgets it once the times are chosen.
  const [insteadOf] = useState(isInstead ? requestId : undefined)
  const { currentData: booking } = useBookingQuery(
    { side: 'caretaker', requestId },
    { skip: filters.again === '' },
  )
  const { currentData: request } = useBookingRequestQuery(requestId, { skip: !isInstead })
  const { currentData: backups } = useBackupCaregiversQuery(requestId, { skip: !isInstead })
  const earlier = family && (isInstead ? backups && request : booking)
  const [readDay] = useLazyFreeDayQuery()
  const [found, setFound] = useState<Again | null>(null)
  const [shown, setShown] = useState<{ again: Again; selection: Selection } | null>(null)

  const look = useEffectEvent(async () => {
    if (!earlier || (booking && booking.caregiver_id !== caregiverId)) return
    const children = findChildren(
      family,
      earlier.children.flatMap(({ name }) => name ?? []),
    )
    visit.change({
      ...(children.length > 0 && { children }),
      ...(visit.note === '' && { note: earlier.note }),
    })
    const readSlots = async (date: string) =>
      (await readDay({ caregiverId, date, timezone: zone }, true).unwrap()).map(toInterval)
    const times = await findAgainTimes(listWeeks(), zone, readSlots).catch(() => null)
    setFound({ times: times ?? 'none', isInstead })
  })
  /** The weeks in which the times are looked for; for those of a request, its own hours alone. */
  function listWeeks() {
    if (isInstead) return [(backups?.windows ?? []).map((window) => toLocalWindow(toInterval(window), zone))]
    const visits = (booking?.windows ?? []).filter(({ state }) => state !== 'canceled').map(toInterval)
    return listAgainWeeks(visits, zone, toLocalDate(now(), zone))
  }
  const isReady = earlier !== undefined
  useEffect(() => {
    if (isReady) void look()
  }, [isReady])

  // Apart from the above, because the family may have chosen something meanwhile.
  const choose = useEffectEvent((again: Again) => {
    const slots = again.times === 'none' ? [] : again.times.slots
    const next = addSlots(selection, slots)
    setFound(null)
    select(next)
    setShown({ again, selection: next })
    change({ again: '', instead: '' })
    const [first] = slots
    if (first) showDay(toLocalDate(first.startMs, zone))
  })
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (found && !isLeaving) choose(found)
  }, [found, isLeaving])
  return { again: shown?.selection === selection ? shown.again : null, insteadOf }
}

function readAgain(params: URLSearchParams) {
  return { again: readAgainId(params), instead: readInsteadId(params) }
}
