import { readPage } from '../../../lib/address/pages.ts'
import { useUrlParams } from '../../../lib/address/use-url-params.ts'
import { type Filters, readFilters, toUrlParams } from './filters.ts'

/** The search filters in the URL. A change goes back to the first page. */
export function useFilters() {
  const { params, change, state } = useUrlParams()
  return {
    filters: readFilters(params),
    page: readPage(params),
    /** Typing in one field makes one history entry, not one for each pause. */
    change: (changed: Partial<Filters>, { isTyping = false } = {}) => {
      const typing = isTyping ? Object.keys(changed).join() : null
      change((newest) => toUrlParams({ ...readFilters(newest), ...changed }), {
        replace: typing !== null && state?.typing === typing,
        state: { typing },
      })
    },
    goTo: (page: number, { replace = false } = {}) =>
      change((newest) => toUrlParams(readFilters(newest), page), { replace }),
  }
}
