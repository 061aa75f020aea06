import { useUrlFilters } from '../../../lib/use-url-filters.ts'
import { type ConsoleFilters, readFilters, withHeaderFilters } from '../filters.ts'

/** The URL's names for the page of each of the dashboard's lists. */
export const dashboardPageKeys = {
  pending: 'pending_page',
  flagged: 'flagged_page',
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
    /** A link to another of the console's screens, which keeps the header's search and Status. */
    linkTo: (path: string, changes: Partial<ConsoleFilters> = {}) =>
      withHeaderFilters(path, { ...filters, ...changes }),
  }
}
