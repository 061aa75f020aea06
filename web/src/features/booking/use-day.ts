import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useMemo, useState } from 'react'
import { keptFresh, useFreeDayQuery } from './api.ts'
import { intervalOf } from './selection.ts'

/** The free slots of the chosen day, and how many there are of each day that was looked at. */
export function useDay(caregiverId: number, date: string | null, zone: string) {
  const [knownCounts, setKnownCounts] = useState<Readonly<Record<string, number>>>({})
  const { currentData, error, refetch } = useFreeDayQuery(
    date === null ? skipToken : { caregiverId, date, timezone: zone },
    { refetchOnMountOrArgChange: 30, ...keptFresh },
  )
  const slots = useMemo(() => currentData?.map(intervalOf), [currentData])

  useEffect(() => {
    if (date && slots) setKnownCounts((known) => ({ ...known, [date]: slots.length }))
  }, [date, slots])

  return { slots, error, refetch, knownCounts }
}
