import { useState } from 'react'
import { pageCount } from './pagination.tsx'

/**
 * The page of a list that is looked at: the first again whenever the filters change, and never beyond the last,
 * since a list may become shorter under one's eyes.
 * @param filters whatever narrows the list, as one text
 */
export function usePage(pageSize: number, filters = '') {
  const [at, setAt] = useState({ filters, page: 1 })
  const known = useKnownPage(pageSize, at.filters === filters ? at.page : 1)
  return { ...known, setPage: (next: number) => setAt({ filters, page: next }) }
}

/** The same for a page that something else keeps, such as the address. @param wanted from 1 */
export function useKnownPage(pageSize: number, wanted: number) {
  const [last, setLast] = useState(Number.POSITIVE_INFINITY)
  return {
    page: Math.min(wanted, last),
    /** Told at each render how many there are, where that is known. */
    learn: (count: number | undefined) => {
      const known = count === undefined ? last : pageCount(count, pageSize)
      if (known !== last) setLast(known)
    },
  }
}
