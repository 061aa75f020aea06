import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import { useState } from 'react'
import { pageCount } from '../../ui/pagination.tsx'

/** The page of a list that shrinks: when its last page empties, the one before it is shown. */
export function usePage() {
  const [page, setPage] = useState(1)
  return {
    page,
    setPage,
    /** Once it is known how many there are. */
    keepWithin: (count: number | undefined) => {
      const last = pageCount(count ?? page * LIST_PAGE_SIZES.ownReviews, LIST_PAGE_SIZES.ownReviews)
      if (page > last) setPage(last)
    },
  }
}
