import { type Interval, localOf } from '@tendwell/contract/time'
import { useEffect, useRef, useState } from 'react'
import { keptFresh, useLazyFreeDayQuery } from './api.ts'
import { intervalOf, isChosen, nearestTo, type Selection, takenOf } from './selection.ts'

/** Days of the selection that are asked for at a time; a longer one is checked when it is sent. */
const mostDays = 8

interface Found {
  taken: Selection
  /** What is free on the same days. */
  nearby: readonly Interval[]
}

/**
 * Which of the chosen hours are no longer free. Asked for every few seconds while the screen is looked at, when it is
 * come back to, and by `check` when a request was refused.
 */
export function useTaken(caregiverId: number, zone: string, selection: Selection) {
  const [found, setFound] = useState<Found>({ taken: [], nearby: [] })
  const [askDay] = useLazyFreeDayQuery()

  async function check(most = Number.POSITIVE_INFINITY) {
    const dates = [...new Set(selection.map(({ startMs }) => localOf(startMs, zone).date))].slice(0, most)
    const days = await Promise.all(
      dates.map(async (date) => {
        const slots = await askDay({ caregiverId, date, timezone: zone }).unwrap()
        return [date, slots.map(intervalOf)] as const
      }),
    )
    const freeByDate = new Map(days)
    const asked = selection.filter(({ startMs }) => freeByDate.has(localOf(startMs, zone).date))
    const taken = takenOf(asked, (date) => freeByDate.get(date) ?? [], zone)
    setFound({ taken, nearby: nearestTo(taken, [...freeByDate.values()].flat(), selection) })
  }

  const latest = useRef(check)
  latest.current = check
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') latest.current(mostDays).catch(() => undefined)
    }
    look()
    const timer = setInterval(look, keptFresh.pollingInterval)
    window.addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', look)
    }
  }, [])

  const taken = found.taken.filter((slot) => isChosen(selection, slot))
  return { taken, nearby: taken.length > 0 ? found.nearby : [], check }
}
