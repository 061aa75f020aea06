import type { Interval } from '@tendwell/contract/time'
import { useState } from 'react'
import { now } from '../../../lib/format/clock.ts'
import { readTabItem, writeTabItem } from '../../../lib/session/tab-storage.ts'
import type { Selection } from '../../../shared/visits/selection.ts'

/** The hours that a family has chosen. They survive a reload and a login. */
export function useSelection(caregiverId: number) {
  const storageKey = `tendwell.booking.${caregiverId}`
  const [selection, setSelection] = useState<Selection>(() => read(storageKey))
  const select = (next: Selection) => {
    setSelection(next)
    writeTabItem(storageKey, next.length > 0 ? next : null)
  }
  return { selection, select }
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
