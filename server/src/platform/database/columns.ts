import { timestamp } from 'drizzle-orm/pg-core'

/** A column that holds an instant, read as a Date. */
export const timestamptz = () => timestamp({ withTimezone: true })
