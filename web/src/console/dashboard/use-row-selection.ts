import { useState } from 'react'

export interface RowSelection<Row> {
  selected: readonly Row[]
  isSelected: (row: Row) => boolean
  select: (row: Row, isSelected: boolean) => void
  selectAll: (isSelected: boolean) => void
}

/** The selected rows of a page. A row that leaves the page is no longer selected. */
export function useRowSelection<Row extends { id: number }>(rows: readonly Row[]): RowSelection<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const selected = rows.filter(({ id }) => ids.has(id))
  return {
    selected,
    isSelected: ({ id }) => ids.has(id),
    select: ({ id }, isSelected) => {
      const others = selected.map((row) => row.id).filter((other) => other !== id)
      setIds(new Set(isSelected ? [...others, id] : others))
    },
    selectAll: (isSelected) => setIds(new Set(isSelected ? rows.map(({ id }) => id) : [])),
  }
}
