import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo } from 'react'
import { toInterval } from '../../lib/format/instants.ts'
import { livePolling, useFreeDayQuery } from './free-hours-api.ts'

/** The free slots of the chosen day. `isFresh` when the server has just listed them. */
export function useFreeSlots(caregiverId: number, date: string | null, zone: string) {
  const { currentData, error, refetch, isSuccess, isFetching } = useFreeDayQuery(
    date === null ? skipToken : { caregiverId, date, timezone: zone },
    { refetchOnMountOrArgChange: 30, ...livePolling },
  )
  const slots = useMemo(() => currentData?.map(toInterval), [currentData])
  return { slots, error, isFetching, refetch, isFresh: isSuccess && !isFetching }
}
