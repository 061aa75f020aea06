import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { readPage } from '../../../lib/pages.ts'
import { type Filters, readFilters, toUrlParams } from '../filters.ts'

/** The search filters in the URL. A change goes back to the first page. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const filters = readFilters(params)
  // A second change can come before the page of the first one is rendered.
  const latest = useRef(filters)
  useEffect(() => {
    latest.current = readFilters(params)
  }, [params])
  return {
    filters,
    page: readPage(params),
    /** Typing in one field makes one history entry, not one for each pause. */
    change: (changed: Partial<Filters>, { isTyping = false } = {}) => {
      const typing = isTyping ? Object.keys(changed).join() : null
      latest.current = { ...latest.current, ...changed }
      setParams(toUrlParams(latest.current), {
        replace: typing !== null && state?.typing === typing,
        state: { typing },
        preventScrollReset: true,
      })
    },
    goTo: (page: number, { replace = false } = {}) =>
      setParams(toUrlParams(latest.current, page), { replace, preventScrollReset: true }),
  }
}
