import { toLocalDateTime } from '@tendwell/contract/time'
import { useEffect, useRef, useState } from 'react'
import { keptFresh, useLazyFreeDayQuery } from './api.ts'
import {
  answered,
  type Found,
  inTurn,
  intervalOf,
  isChosen,
  nearbyOf,
  nothingFound,
  type Selection,
} from './selection.ts'

/** Days of the selection that are asked for at a time: of more, each in its turn, and all of them when it is sent. */
const mostDays = 8

/**
 * Which of the chosen hours are no longer free. Asked for every few seconds while the screen is looked at, when it is
 * come back to, and by `check` when a request was refused.
 */
export function useTaken(caregiverId: number, zone: string, selection: Selection) {
  const [found, setFound] = useState<Found>(nothingFound)
  const [askDay] = useLazyFreeDayQuery()
  const turn = useRef(0)

  async function ask(dates: readonly string[]) {
    const days = await Promise.all(
      dates.map(async (date) => {
        const slots = await askDay({ caregiverId, date, timezone: zone }).unwrap()
        return [date, slots.map(intervalOf)] as const
      }),
    )
    setFound((known) => answered(known, new Map(days), selection, zone))
  }
  const dates = [...new Set(selection.map(({ startMs }) => toLocalDateTime(startMs, zone).date))]
  const askSome = () => {
    turn.current += 1
    return ask(inTurn(dates, mostDays, turn.current - 1))
  }

  const latest = useRef(askSome)
  latest.current = askSome
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') latest.current().catch(() => undefined)
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
  return { taken, nearby: nearbyOf({ ...found, taken }, selection), check: () => ask(dates) }
}
