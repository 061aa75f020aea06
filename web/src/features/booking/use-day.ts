import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo } from 'react'
import { keptFresh, useFreeDayQuery } from './api.ts'
import { intervalOf } from './selection.ts'

/** The free slots of the chosen day. */
export function useDay(caregiverId: number, date: string | null, zone: string) {
  const { currentData, error, refetch } = useFreeDayQuery(
    date === null ? skipToken : { caregiverId, date, timezone: zone },
    { refetchOnMountOrArgChange: 30, ...keptFresh },
  )
  const slots = useMemo(() => currentData?.map(intervalOf), [currentData])
  return { slots, error, refetch }
}
