import { useDebouncedText } from '../../../lib/address/use-debounced-text.ts'
import { useUrlFilters } from '../../../lib/address/use-url-filters.ts'
import { noFilters, readFilters } from './filters.ts'

/** The filters of a list of disputes, and the search text as it is typed. */
export function useDisputeSearch() {
  const { filters, change } = useUrlFilters(readFilters)
  const typed = useDebouncedText(filters.q, (q) => change({ q }))
  return {
    filters,
    typed,
    change,
    clear: () => {
      typed.replace(noFilters.q)
      change(noFilters)
    },
  }
}

export type DisputeSearch = ReturnType<typeof useDisputeSearch>
