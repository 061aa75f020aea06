import { useState } from 'react'

/** Which of the rows at hand are selected. */
export interface Selection<Row> {
  chosen: readonly Row[]
  has: (row: Row) => boolean
  choose: (row: Row, isChosen: boolean) => void
  chooseAll: (isChosen: boolean) => void
}

/** A selection among rows; who leaves the list leaves the selection, so that nobody unseen is decided on. */
export function useChosen<Row extends { id: number }>(rows: readonly Row[]): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const chosen = rows.filter(({ id }) => ids.has(id))
  return {
    chosen,
    has: ({ id }) => ids.has(id),
    choose: ({ id }, isChosen) => {
      const others = chosen.map((row) => row.id).filter((other) => other !== id)
      setIds(new Set(isChosen ? [...others, id] : others))
    },
    chooseAll: (isChosen) => setIds(new Set(isChosen ? rows.map(({ id }) => id) : [])),
  }
}
