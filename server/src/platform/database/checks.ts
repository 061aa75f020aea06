/** Makes conditions of CHECK constraints from the same constants that TypeScript checks. */
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** @returns the condition that a column has one of the values */
export function isOneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} IN (${toSqlList(values)})`
}

/**
 * @returns constants as a list of SQL literals. Never call this with texts from outside: they aren't escaped.
 */
export function toSqlList(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(', '))
}
