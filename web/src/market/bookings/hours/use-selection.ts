import type { Interval } from '@tendwell/contract/time'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { now } from '../../../lib/format/clock.ts'
import { readTabItem, writeTabItem } from '../../../lib/session/tab-storage.ts'
import { addSlots, isChosen, type Selection } from '../../../shared/visits/selection.ts'
import { bringsHours } from './link.ts'

/**
 * The hours that a family has chosen. They survive a reload and a login. A link that brings hours replaces them;
 * `addEarlier` then chooses them as well. It is null if there are none.
 * @see docs/rules/bookings.md#links-to-hours
 */
export function useSelection(caregiverId: number) {
  const storageKey = `tendwell.booking.${caregiverId}`
  const [params] = useSearchParams()
  const [{ selection, earlier }, setChosen] = useState<{ selection: Selection; earlier: Selection }>(() => {
    const stored = read(storageKey)
    return bringsHours(params) ? { selection: [], earlier: stored } : { selection: stored, earlier: [] }
  })
  const save = (next: Selection, left: Selection) => {
    setChosen({ selection: next, earlier: left })
    writeTabItem(storageKey, next.length > 0 ? next : null)
  }
  return {
    selection,
    select: (next: Selection) => save(next, earlier),
    addEarlier: earlier.some((slot) => !isChosen(selection, slot))
      ? () => save(addSlots(earlier, selection), [])
      : null,
  }
}

function read(storageKey: string): Selection {
  const stored = readTabItem(storageKey)
  return Array.isArray(stored)
    ? stored.filter(isUpcoming).map(({ startMs, endMs }) => ({ startMs, endMs }))
    : []
}

/** Hours that have started can't be booked any more. */
function isUpcoming(value: Partial<Interval> | null): value is Interval {
  return (
    typeof value?.startMs === 'number' &&
    typeof value.endMs === 'number' &&
    value.startMs < value.endMs &&
    value.startMs > now()
  )
}
