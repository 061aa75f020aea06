import type { Interval } from '@tendwell/contract/time'
import { useState } from 'react'
import { now } from '../../lib/clock.ts'
import type { Selection } from './selection.ts'

/** What a family has chosen of a caregiver's hours. It outlives a reload and the way over the login screen. */
export function useSelection(caregiverId: number) {
  const storageKey = `tendwell.booking.${caregiverId}`
  const [selection, setSelection] = useState<Selection>(() => read(storageKey))
  const select = (next: Selection) => {
    setSelection(next)
    write(storageKey, next)
  }
  return { selection, select }
}

function read(storageKey: string): Selection {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter(isToCome).map(({ startMs, endMs }) => ({ startMs, endMs }))
      : []
  } catch {
    return []
  }
}

function write(storageKey: string, selection: Selection): void {
  try {
    if (selection.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(selection))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Storage may be full or forbidden: the selection then lives as long as the screen.
  }
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
