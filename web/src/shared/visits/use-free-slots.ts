import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo } from 'react'
import { toInterval } from '../../lib/format/instants.ts'
import { livePolling, useFreeDayQuery } from './free-hours-api.ts'

/**
 * The free slots of a day. `isFresh` when the server has just listed them.
 * @param options.isLive asks again from time to time, as a screen does on which hours are chosen
 */
export function useFreeSlots(
  caregiverId: number,
  date: string | null,
  zone: string,
  { isLive }: { isLive: boolean } = { isLive: true },
) {
  const { currentData, error, refetch, isSuccess, isFetching } = useFreeDayQuery(
    date === null ? skipToken : { caregiverId, date, timezone: zone },
    isLive ? { refetchOnMountOrArgChange: 30, ...livePolling } : {},
  )
  const slots = useMemo(() => currentData?.map(toInterval), [currentData])
  return { slots, error, isFetching, refetch, isFresh: isSuccess && !isFetching }
}
