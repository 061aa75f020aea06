import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo } from 'react'
import { toInterval } from '../../../lib/instants.ts'
import { livePolling, useFreeDayQuery } from '../api.ts'

/** The free slots of the chosen day. */
export function useFreeSlots(caregiverId: number, date: string | null, zone: string) {
  const { currentData, error, refetch } = useFreeDayQuery(
    date === null ? skipToken : { caregiverId, date, timezone: zone },
    { refetchOnMountOrArgChange: 30, ...livePolling },
  )
  const slots = useMemo(() => currentData?.map(toInterval), [currentData])
  return { slots, error, refetch }
}
