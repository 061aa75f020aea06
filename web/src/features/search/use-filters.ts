import { useSearchParams } from 'react-router'
import { type Filters, filtersFrom, pageFrom, paramsOf } from './filters.ts'

/** The search as the address says it. A change goes back to the first page. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const filters = filtersFrom(params)
  return {
    filters,
    page: pageFrom(params),
    /** While someone types, the address follows without leaving a step in the history for each letter. */
    change: (changed: Partial<Filters>, { isTyping = false } = {}) =>
      setParams(paramsOf({ ...filters, ...changed }), { replace: isTyping, preventScrollReset: true }),
    goTo: (page: number) => setParams(paramsOf(filters, page), { preventScrollReset: true }),
  }
}
