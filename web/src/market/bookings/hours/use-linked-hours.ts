import { coverLocalWindow } from '@tendwell/contract/availability/slot-cover'
import type { LocalWindow } from '@tendwell/contract/availability/windows'
import { addDays, MINUTE_MS } from '@tendwell/contract/time'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsLeaving } from '../../../lib/address/use-is-leaving.ts'
import { useUrlFilters } from '../../../lib/address/use-url-filters.ts'
import { addSlots, type Selection } from '../../../shared/visits/selection.ts'
import { useFreeSlots } from '../../../shared/visits/use-free-slots.ts'
import { readLinkedHours } from './link.ts'
import { listShortestVisit } from './range.ts'

interface LinkedHoursOptions {
  caregiverId: number
  zone: string
  minimumVisitMinutes: number
  selection: Selection
  select: (selection: Selection) => void
}

/**
 * Chooses the hours that a link names, once and only if they are all free. Hours that are too short for a visit become
 * as long as one, where what follows is free.
 * @returns the named hours while this selection was made without them, because they are no longer free
 * @see docs/rules/bookings.md#links-to-hours
 */
export function useLinkedHours(options: LinkedHoursOptions) {
  const { caregiverId, zone, minimumVisitMinutes, selection, select } = options
  const { filters, change } = useUrlFilters(readHours)
  const [missed, setMissed] = useState<{ hours: LocalWindow; selection: Selection } | null>(null)
  const hours: LocalWindow | null = filters.to
    ? { date: filters.date, start: filters.from, end: filters.to }
    : null
  const isOvernight = hours !== null && hours.end <= hours.start
  const day = useFreeSlots(caregiverId, hours?.date ?? null, zone)
  const nextDay = useFreeSlots(caregiverId, isOvernight ? addDays(hours.date, 1) : null, zone)
  const isKnown = hours !== null && day.isFresh && (!isOvernight || nextDay.isFresh)

  const choose = useEffectEvent(() => {
    if (!hours) return
    const free = [...(day.slots ?? []), ...(nextDay.slots ?? [])]
    const slots = coverLocalWindow(hours, zone, free)
    const longer = slots?.[0] && listShortestVisit(free, slots[0].startMs, minimumVisitMinutes * MINUTE_MS)
    const next = addSlots(addSlots(selection, slots ?? []), longer ?? [])
    select(next)
    if (!slots) setMissed({ hours, selection: next })
    change({ from: '', to: '' })
  })
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (isKnown && !isLeaving) choose()
  }, [isKnown, isLeaving])
  return missed?.selection === selection ? missed.hours : null
}

/** Empty unless the address names a date and both times. */
function readHours(params: URLSearchParams) {
  const { date, start, end } = readLinkedHours(params) ?? { date: '', start: '', end: '' }
  return { date, from: start, to: end }
}
