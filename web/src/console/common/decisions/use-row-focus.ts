import { type RefObject, useEffect, useRef } from 'react'

export interface RowFocus {
  /** Call it before rows may leave the list. */
  leave: (ids: readonly number[]) => void
  /** Call it if they don't. */
  stay: () => void
}

/** Moves the focus to the neighbor of a row that leaves the list, or without one to the list itself. */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  rows: readonly { id: number }[] = [],
): RowFocus {
  const leaving = useRef<{ ids: readonly number[]; order: number[] } | null>(null)
  useEffect(() => {
    const shown = new Set(rows.map(({ id }) => id))
    const { ids = [], order = [] } = leaving.current ?? {}
    const left = ids.find((id) => !shown.has(id))
    if (left === undefined) return
    leaving.current = null
    const place = order.indexOf(left)
    const others = [...order.slice(place + 1), ...order.slice(0, place).reverse()]
    const neighbor = others.find((id) => shown.has(id))
    // After a closing dialog has given up the focus.
    requestAnimationFrame(() => {
      const link = list.current?.querySelector<HTMLElement>(`[data-row="${neighbor}"] a`)
      const target = link ?? list.current
      target?.focus()
    })
  }, [rows, list])
  return {
    leave: (ids) => {
      leaving.current = { ids, order: rows.map(({ id }) => id) }
    },
    stay: () => {
      leaving.current = null
    },
  }
}
