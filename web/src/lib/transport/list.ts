import type { z } from 'zod'

/** A page of a list: its rows, and how many rows the whole list has. */
export interface List<Item> {
  count: number
  results: Item[]
}

/** Parses a list whose rows must match a schema of the contract: `transformResponse: readList(adminUser)`. */
export function readList<Row extends z.ZodType>(row: Row) {
  const rows = row.array()
  return (answer: unknown): List<z.output<Row>> => {
    const { count, results } = listOf<unknown>(answer)
    return { count, results: rows.parse(results) }
  }
}

/** Reads the rows of a list that fits on one page, as `readList` does. */
export function readRows<Row extends z.ZodType>(row: Row) {
  const read = readList(row)
  return (answer: unknown): z.output<Row>[] => read(answer).results
}

/**
 * Reads a list from `{count, results}`, or from a bare array, `data` or `items`.
 * @see docs/rules/README.md#lists
 */
export function listOf<Item>(answer: unknown): List<Item> {
  const body = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  const rows = [answer, body.results, body.data, body.items].find(Array.isArray) ?? []
  return { count: typeof body.count === 'number' ? body.count : rows.length, results: rows }
}
