import { useMemo } from 'react'
import { useReviewableBookingsQuery } from './api.ts'

/** Enough to mark them in a list of bookings: whoever leaves more unreviewed finds the rest under Reviews. */
const most = 100

/** The ids of the bookings that wait for a review. */
export function useBookingsToReview(): ReadonlySet<number> {
  const { data } = useReviewableBookingsQuery(
    { page: 1, page_size: most },
    { refetchOnMountOrArgChange: true },
  )
  return useMemo(() => new Set(data?.results.map(({ id }) => id)), [data])
}
