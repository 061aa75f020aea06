import { useMemo } from 'react'
import { useReviewableBookingsQuery } from '../../../shared/reviews/reviews-api.ts'

/** Enough to mark bookings in a list. The rest are under My Reviews. */
const most = 100

/** The ids of bookings that can be reviewed. */
export function useBookingsToReview(): ReadonlySet<number> {
  const { data } = useReviewableBookingsQuery(
    { page: 1, page_size: most },
    { refetchOnMountOrArgChange: true },
  )
  return useMemo(() => new Set(data?.results.map(({ id }) => id)), [data])
}
