import { type FormEvent, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useConsole } from '../../features/admin/console-state.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'

const states = [
  { id: 'open', label: 'Open' },
  { id: 'closed', label: 'Closed' },
]
const withSearch: readonly string[] = [paths.admin, paths.adminRequests, paths.adminDisputes]
const withStatus: readonly string[] = [paths.adminRequests, paths.adminDisputes]

/**
 * The header's search and Status. Either narrows the lists that are looked at; on a screen without such a list it
 * leads to one.
 */
export function ConsoleFilters() {
  const { status, chooseStatus } = useConsole()
  const goUnlessOn = useGoUnlessOn()
  const choose = (next: string) => {
    chooseStatus(next)
    goUnlessOn(withStatus, paths.adminDisputes)
  }
  return (
    <div className="flex w-full min-w-0 flex-wrap items-center gap-2 lg:gap-3">
      <GlobalSearch onSearch={() => goUnlessOn(withSearch, paths.admin)} />
      <div className="flex items-center gap-2 text-ink">
        <span aria-hidden="true" className="text-13 font-medium text-on-deep-soft">
          Status
        </span>
        <Select
          label="Status"
          isLabelHidden
          options={states}
          value={status}
          onChange={choose}
          className="w-30"
        />
      </div>
    </div>
  )
}

function useGoUnlessOn() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const here = pathname.replace(/(.)\/$/, '$1')
  return (places: readonly string[], elsewhere: string) => {
    if (!places.includes(here)) navigate(elsewhere)
  }
}

function GlobalSearch({ onSearch }: { onSearch: () => void }) {
  const { globalSearch, search } = useConsole()
  const [text, setText] = useState(globalSearch)
  // It may be cleared beside the list.
  useEffect(() => setText(globalSearch), [globalSearch])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(text)
    if (text.trim()) onSearch()
  }
  const type = (next: string) => {
    setText(next)
    if (next === '') search('')
  }
  return (
    <search className="min-w-0 flex-1 basis-64 text-ink">
      <form onSubmit={submit} className="flex items-center gap-2">
        <SearchField
          label="Search parents, caregivers"
          placeholder="Search parents, caregivers"
          value={text}
          onChange={type}
          className="min-w-0 flex-1 lg:max-w-md"
        />
        <Button type="submit" variant="secondary" className="min-h-12">
          Search
        </Button>
      </form>
    </search>
  )
}
