import { type FormEvent, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ConsoleFilters } from '../../console/common/lists/filters.ts'
import { useConsoleFilters } from '../../console/common/lists/use-console-filters.ts'
import { searchText } from '../../lib/format/search-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'

const states = [
  { id: 'open', label: 'Open' },
  { id: 'closed', label: 'Closed' },
]
const searchable: readonly string[] = [
  paths.admin,
  paths.adminRequests,
  paths.adminDisputes,
  paths.adminReports,
  paths.adminPayments,
  paths.adminPayouts,
  paths.adminAudit,
]
/** Their lists have states of their own. */
const withOwnStates: readonly string[] = [
  paths.adminPayments,
  paths.adminPayouts,
  paths.adminJobs,
  paths.reconciliation,
]
const withStatus: readonly string[] = [paths.adminRequests, paths.adminDisputes, paths.adminReports]

/**
 * The header's search, and Status where no list has states of its own. On a screen without such a list they
 * open one.
 */
export function ConsoleHeaderFilters() {
  const { status } = useConsoleFilters()
  const apply = useApply()
  const otherwise = useOtherwise()
  const hasOwnStates = withOwnStates.includes(useHere())
  return (
    <div className="flex w-full min-w-0 items-center gap-2 lg:gap-3">
      <GlobalSearch />
      {!hasOwnStates && (
        <div className="flex items-center gap-2 text-ink">
          <span aria-hidden="true" className="text-13 font-medium text-on-deep-soft max-sm:hidden">
            Status
          </span>
          <Select
            label="Status"
            isLabelHidden
            options={states}
            value={status}
            onChange={(id) => apply({ status: id === 'closed' ? id : 'open' }, withStatus, otherwise.status)}
            className="w-26 sm:w-30"
          />
        </div>
      )}
    </div>
  )
}

/** Where the search and Status lead from a screen without such a list, as the staff role may. */
function useOtherwise() {
  const isFinance = useSession().user?.staff_role === 'finance'
  return isFinance
    ? { search: paths.adminRequests, status: paths.adminRequests }
    : { search: paths.admin, status: paths.adminDisputes }
}

/** The path without a slash at its end. */
function useHere(): string {
  return useLocation().pathname.replace(/(.)\/$/, '$1')
}

function useApply() {
  const here = useHere()
  const navigate = useNavigate()
  const { change, linkTo } = useConsoleFilters()
  return (changes: Partial<ConsoleFilters>, screens: readonly string[], otherwise: string) => {
    if (screens.includes(here)) change(changes)
    else navigate(linkTo(otherwise, changes))
  }
}

function GlobalSearch() {
  const { q, change } = useConsoleFilters()
  const apply = useApply()
  const otherwise = useOtherwise()
  // The dashboard of finance staff has no list to search.
  const screens =
    otherwise.search === paths.admin ? searchable : searchable.filter((to) => to !== paths.admin)
  const [text, setText] = useState(q)
  // The search also changes when it is cleared beside the list, or with Back.
  useEffect(() => setText(q), [q])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const searched = searchText(text)
    setText(searched)
    if (searched) apply({ q: searched }, screens, otherwise.search)
    else change({ q: '' })
  }
  const type = (next: string) => {
    setText(next)
    if (next === '') change({ q: '' })
  }
  return (
    <search className="min-w-0 flex-1 text-ink">
      <form onSubmit={submit} className="flex items-center gap-2">
        <SearchField
          label="Search parents, caregivers"
          placeholder="Search parents, caregivers"
          value={text}
          onChange={type}
          className="min-w-0 flex-1 lg:max-w-md"
        />
        {/* A phone has no room for it, but Enter. */}
        <Button type="submit" variant="secondary" className="min-h-12 max-sm:hidden">
          Search
        </Button>
      </form>
    </search>
  )
}
