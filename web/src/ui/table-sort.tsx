import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { Select } from './select.tsx'
import { type Column, secondaryClasses } from './table-column.ts'

/** The order of a table: a field, with `-` in front for the largest or newest first. */
export interface TableSort {
  value: string
  onChange: (sort: string) => void
}

type Sortable = NonNullable<Column<never, string>['sort']>

/** What the orders of a column are called, the one of the first press first. */
const orders: Record<Sortable['kind'], readonly [string, string]> = {
  date: ['newest first', 'oldest first'],
  amount: ['highest first', 'lowest first'],
  name: ['A to Z', 'Z to A'],
}

function getDirections({ by, kind }: Sortable): readonly [string, string] {
  return kind === 'name' ? [by, `-${by}`] : [`-${by}`, by]
}

interface SortHeaderProps {
  column: Column<never, string>
  isWide: boolean
  sort: TableSort | undefined
}

/** A column's header. Pressing it sorts by the column, and pressing it again turns the order around. */
export function SortHeader({ column, isWide, sort }: SortHeaderProps) {
  const { header, isLabelHidden, isNumeric, leftOut } = column
  const sortable = sort && column.sort
  const isSorted = sortable && sort.value.replace('-', '') === sortable.by
  const direction = sort?.value.startsWith('-') ? 'descending' : 'ascending'
  // The button stays on the line of the last word.
  const lastWord = header.lastIndexOf(' ') + 1
  return (
    <th
      scope="col"
      {...(sortable && { 'aria-sort': isSorted ? direction : 'none' })}
      className={`relative ${isWide ? 'px-2' : 'px-3'} pb-3 align-bottom text-13 font-medium text-ink-soft first:pl-0 last:pr-0 ${isWide ? '' : 'whitespace-nowrap'} ${isNumeric ? 'text-right' : ''} ${leftOut ? secondaryClasses[leftOut] : ''}`}
    >
      <span className={isLabelHidden ? 'sr-only' : isSorted ? 'text-ink' : ''}>
        {header.slice(0, lastWord)}
        <span className="whitespace-nowrap">
          {header.slice(lastWord)}
          {sortable && (
            <SortButton
              header={header}
              direction={isSorted ? direction : null}
              onPress={() => {
                const [first, second] = getDirections(sortable)
                sort.onChange(sort.value === first ? second : first)
              }}
            />
          )}
        </span>
      </span>
    </th>
  )
}

interface SortButtonProps {
  header: string
  /** Null while the table is sorted by another column. */
  direction: 'ascending' | 'descending' | null
  onPress: () => void
}

/** Covers the whole header. Cards have none, so it is hidden there. */
function SortButton({ header, direction, onPress }: SortButtonProps) {
  const Icon = direction === null ? ArrowUpDown : direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      aria-label={`Sort by ${header}`}
      onClick={onPress}
      className="group ml-1 rounded-sm align-middle after:absolute after:inset-x-0 after:-top-2 after:bottom-0 cards:hidden"
    >
      <Icon className={`size-3.5 ${direction ? 'text-ink' : 'opacity-45 group-hover:opacity-100'}`} />
    </button>
  )
}

/** The order where the rows are cards, which have no headers to press. */
export function SortSelect({
  columns,
  sort,
}: {
  columns: readonly Column<never, string>[]
  sort: TableSort
}) {
  const options = columns.flatMap(({ header, sort: sortable }) =>
    sortable
      ? getDirections(sortable).map((id, index) => ({
          id,
          label: `${header}, ${orders[sortable.kind][index]}`,
        }))
      : [],
  )
  return (
    <div className="hidden pb-2 cards:block">
      <Select label="Sort by" isLabelHidden options={options} value={sort.value} onChange={sort.onChange} />
    </div>
  )
}
