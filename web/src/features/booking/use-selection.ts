import type { Interval } from '@tendwell/contract/time'
import { useState } from 'react'
import { now } from '../../lib/clock.ts'
import { readTab, writeTab } from '../../lib/tab-storage.ts'
import type { Selection } from './selection.ts'

/** What a family has chosen of a caregiver's hours. It outlives a reload and the way over the login screen. */
export function useSelection(caregiverId: number) {
  const storageKey = `tendwell.booking.${caregiverId}`
  const [selection, setSelection] = useState<Selection>(() => read(storageKey))
  const select = (next: Selection) => {
    setSelection(next)
    writeTab(storageKey, next.length > 0 ? next : null)
  }
  return { selection, select }
}

function read(storageKey: string): Selection {
  const stored = readTab(storageKey)
  return Array.isArray(stored)
    ? stored.filter(isToCome).map(({ startMs, endMs }) => ({ startMs, endMs }))
    : []
}

/** Hours that have begun meanwhile can't be booked any more. */
function isToCome(value: Partial<Interval> | null): value is Interval {
  return (
    typeof value?.startMs === 'number' &&
    typeof value.endMs === 'number' &&
    value.startMs < value.endMs &&
    value.startMs > now()
  )
}
