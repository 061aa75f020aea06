import { DISPUTE_TYPES, type DisputeType } from '@tendwell/contract/safety/dispute-types'
import { DISPUTE_STATUSES, type DisputeStatus } from '@tendwell/contract/safety/disputes'
import { getStatusLook } from '../../../shared/statuses/status-map.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { DisputeSearch } from './use-dispute-search.ts'

const all = 'all'
const statuses = [
  { id: all, label: 'All Statuses' },
  ...DISPUTE_STATUSES.map((status) => ({ id: status, label: getStatusLook(status).word })),
]
const types = [
  { id: all, label: 'All Types' },
  ...DISPUTE_TYPES.map(({ value, label }) => ({ id: value, label })),
]

/** Filters a list of disputes by text, status and type. */
export function FilterBar({ search, placeholder }: { search: DisputeSearch; placeholder: string }) {
  const { filters, change, typed } = search
  return (
    <search className="grid grid-cols-2 gap-3">
      <SearchField
        label="Search disputes"
        placeholder={placeholder}
        value={typed.text}
        onChange={typed.type}
        onSubmit={typed.commit}
        className="col-span-2"
      />
      <Select
        label="Status"
        isLabelHidden
        options={statuses}
        value={filters.status || all}
        onChange={(status) => change({ status: status === all ? '' : (status as DisputeStatus) })}
      />
      <Select
        label="Type"
        isLabelHidden
        options={types}
        value={filters.type || all}
        onChange={(type) => change({ type: type === all ? '' : (type as DisputeType) })}
      />
    </search>
  )
}
