/** Conditions of CHECK constraints, made from the constants that TypeScript reads. */
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** @returns the condition that a column has one of the values */
export function isOneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} IN (${toSqlList(values)})`
}

/** @returns constants as a list of SQL literals. Never call it with what people entered. */
export function toSqlList(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(', '))
}
