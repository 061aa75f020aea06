import { useLocation, useSearchParams } from 'react-router'
import { type Filters, filtersFrom, pageFrom, paramsOf } from './filters.ts'

/** The search as the address says it. A change goes back to the first page. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const filters = filtersFrom(params)
  return {
    filters,
    page: pageFrom(params),
    /** What is typed into one field is one step of the history, not one for each pause. */
    change: (changed: Partial<Filters>, { isTyping = false } = {}) => {
      const typing = isTyping ? Object.keys(changed).join() : null
      setParams(paramsOf({ ...filters, ...changed }), {
        replace: typing !== null && state?.typing === typing,
        state: { typing },
        preventScrollReset: true,
      })
    },
    goTo: (page: number) => setParams(paramsOf(filters, page), { preventScrollReset: true }),
  }
}
