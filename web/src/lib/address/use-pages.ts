import { useState } from 'react'
import { pageCount } from './pages.ts'

/**
 * Pages through rows that are already loaded. When there are fewer than before, their last page is shown.
 * @returns the rows of the page, and the props of its `<Pagination>`
 */
export function usePages<Row>(rows: readonly Row[], pageSize: number, firstPage = 1) {
  const [wantedPage, setPage] = useState(firstPage)
  const page = Math.min(wantedPage, pageCount(rows.length, pageSize))
  return {
    shown: rows.slice((page - 1) * pageSize, page * pageSize),
    pagination: { page, pageSize, count: rows.length, onPage: setPage },
  }
}
