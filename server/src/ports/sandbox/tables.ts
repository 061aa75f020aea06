import { pgSchema } from 'drizzle-orm/pg-core'

/** The tables of the sandboxes. Only their adapters read them. */
export const sandbox = pgSchema('sandbox')
