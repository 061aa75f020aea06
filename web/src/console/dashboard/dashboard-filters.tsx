import { CARE_CATEGORIES } from '@tendwell/contract/reference'
import { Select } from '../../ui/select.tsx'
import { anyDate, toDateQuery } from '../common/lists/date-range.ts'
import { DateRangeButton } from '../common/lists/date-range-button.tsx'
import { useConsoleFilters } from '../common/lists/use-console-filters.ts'

const anyCategory = { id: 'all', label: 'All categories' }
const categories = [anyCategory, ...CARE_CATEGORIES.map((category) => ({ id: category, label: category }))]

/**
 * The filters of the dashboard's tables: the header's search, a category of care and the dates of joining.
 */
export function useDashboardFilters() {
  const { q, category, from, to, change } = useConsoleFilters()
  const isFiltered = Boolean(q || category || from || to)
  return {
    category,
    range: { from, to },
    change,
    query: { ...(q && { q }), ...(category && { category }), ...toDateQuery({ from, to }) },
    isFiltered,
    /** Takes all of them back; null when none is set. */
    clear: isFiltered ? () => change({ q: '', category: '', ...anyDate }) : null,
  }
}

export type Filters = ReturnType<typeof useDashboardFilters>

export function DashboardFilters({ filters }: { filters: Filters }) {
  return (
    <>
      <Select
        label="Category"
        isLabelHidden
        options={categories}
        value={filters.category || anyCategory.id}
        onChange={(id) =>
          filters.change({ category: CARE_CATEGORIES.find((category) => category === id) ?? '' })
        }
        className="w-52"
      />
      <DateRangeButton label="Joined" emptyLabel="Any date" value={filters.range} onChange={filters.change} />
    </>
  )
}
