import { CARE_CATEGORIES, type CareCategory } from '@tendwell/contract/reference'
import { useState } from 'react'
import { Select } from '../../ui/select.tsx'
import { useConsole } from './console-state.ts'
import { DayRangeButton } from './day-range.tsx'
import { asQuery, type DayRange, everyDay } from './days.ts'

const anyCategory = { id: 'all', label: 'All categories' }
const categories = [anyCategory, ...CARE_CATEGORIES.map((category) => ({ id: category, label: category }))]

/** What narrows the dashboard's tables: the header's search, a category of care, the days on which people joined. */
export function useDashboardFilters() {
  const { globalSearch } = useConsole()
  const [category, setCategory] = useState<CareCategory | undefined>()
  const [days, setDays] = useState<DayRange>(everyDay)
  return {
    category,
    setCategory: (id: string) => setCategory(CARE_CATEGORIES.find((known) => known === id)),
    days,
    setDays,
    /** As the calls take them. */
    query: { ...(globalSearch && { q: globalSearch }), ...(category && { category }), ...asQuery(days) },
    isNarrowed: Boolean(globalSearch || category || days.from || days.to),
    clear: () => {
      setCategory(undefined)
      setDays(everyDay)
    },
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
        value={filters.category ?? anyCategory.id}
        onChange={filters.setCategory}
        className="w-52"
      />
      <DayRangeButton label="Joined" emptyLabel="Any date" value={filters.days} onChange={filters.setDays} />
    </>
  )
}
