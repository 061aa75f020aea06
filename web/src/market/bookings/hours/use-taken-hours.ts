import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toInterval } from '../../../lib/format/instants.ts'
import { livePolling, useLazyFreeDayQuery } from '../../../shared/visits/free-hours-api.ts'
import { isChosen, type Selection } from '../../../shared/visits/selection.ts'
import type { CaregiverLimits } from './caregiver-limits.ts'
import { findNearby, listDates, mergeAnswers, nextDates, noneTaken, type TakenHours } from './taken-hours.ts'

/** A longer selection is checked a few days at a time; `check` asks about all of them. */
const maxDaysAtOnce = 8

/**
 * Which of the chosen hours are no longer free. Asks the server every few seconds while the screen is
 * visible, when the user comes back to it, and in `check`.
 */
export function useTakenHours(
  caregiverId: number,
  zone: string,
  selection: Selection,
  { minimumVisitMinutes }: Pick<CaregiverLimits, 'minimumVisitMinutes'>,
) {
  const [found, setFound] = useState<TakenHours>(noneTaken)
  const [readDay] = useLazyFreeDayQuery()
  const turn = useRef(0)
  // An answer may arrive after the selection has changed.
  const chosen = useRef(selection)
  useEffect(() => {
    chosen.current = selection
  }, [selection])

  async function ask(dates: readonly string[]) {
    const days = await Promise.all(
      dates.map(async (date) => {
        const slots = await readDay({ caregiverId, date, timezone: zone }).unwrap()
        return [date, slots.map(toInterval)] as const
      }),
    )
    setFound((known) => mergeAnswers(known, new Map(days), chosen.current, zone))
  }
  const dates = [...new Set(selection.flatMap((hours) => listDates(hours, zone)))]
  const askSome = () => {
    turn.current += 1
    return ask(nextDates(dates, maxDaysAtOnce, turn.current - 1))
  }

  const checkIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') askSome().catch(() => undefined)
  })
  useEffect(() => {
    checkIfVisible()
    const timer = setInterval(checkIfVisible, livePolling.pollingInterval)
    window.addEventListener('focus', checkIfVisible)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', checkIfVisible)
    }
  }, [])

  const taken = found.taken.filter((slot) => isChosen(selection, slot))
  return {
    taken,
    nearby: findNearby({ ...found, taken }, selection, minimumVisitMinutes),
    check: () => ask(dates),
  }
}
