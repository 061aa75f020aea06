import { DISPUTE_PAGE_SIZE } from '@tendwell/contract/disputes'
import { useSearchParams } from 'react-router'
import { useTyped } from '../../lib/use-typed.ts'
import { useKnownPage } from '../../ui/use-page.ts'
import { type DisputeFilters, filtersFrom, noFilters, pageFrom, paramsOf } from './filters.ts'

/** A list's search as the address says it, and the text as it is being typed. A change goes back to the first page. */
export function useDisputeSearch() {
  const [params, setParams] = useSearchParams()
  const filters = filtersFrom(params)
  const { page, learn } = useKnownPage(DISPUTE_PAGE_SIZE, pageFrom(params))
  const change = (changed: Partial<DisputeFilters>) =>
    setParams(paramsOf({ ...filters, ...changed }), { replace: true, preventScrollReset: true })
  const typed = useTyped(filters.q, (q) => change({ q }))
  return {
    filters,
    page,
    learn,
    /** For the call. */
    query: paramsOf(filters, page),
    typed,
    change,
    clear: () => {
      typed.replace(noFilters.q)
      change(noFilters)
    },
    goTo: (next: number) => setParams(paramsOf(filters, next)),
  }
}

export type DisputeSearch = ReturnType<typeof useDisputeSearch>
