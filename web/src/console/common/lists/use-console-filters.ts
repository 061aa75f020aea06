import { useUrlFilters } from '../../../lib/address/use-url-filters.ts'
import { type ConsoleFilters, readFilters, withHeaderFilters } from './filters.ts'

/** The names in the URL for the pages of the dashboard's lists. */
export const dashboardPageKeys = {
  pending: 'pending_page',
  flagged: 'flagged_page',
  changes: 'changes_page',
  background: 'background_page',
  verified: 'verified_page',
  rejected: 'rejected_page',
  renewals: 'renewals_page',
  expiring: 'expiring_page',
  caretaker: 'parents_page',
  caregiver: 'caregivers_page',
}

const pageKeys = ['page', ...Object.values(dashboardPageKeys)]

/** The console's filters from the URL, and how to change them. */
export function useConsoleFilters() {
  const { filters, change } = useUrlFilters(readFilters, pageKeys)
  return {
    ...filters,
    change,
    /** The path of another console screen, keeping the header's search and Status. */
    linkTo: (path: string, changes: Partial<ConsoleFilters> = {}) =>
      withHeaderFilters(path, { ...filters, ...changes }),
  }
}
