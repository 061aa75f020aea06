import type { View, ViewScreen } from '@tendwell/contract/console/views'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { savedViews } from '../tables.ts'

/** The views that a member of staff saved on one screen, sorted by name. */
export function listViews(reader: Reader, ownerId: number, screen: ViewScreen): Promise<View[]> {
  return reader
    .select({ id: savedViews.id, name: savedViews.name, query: savedViews.query })
    .from(savedViews)
    .where(and(eq(savedViews.ownerId, ownerId), eq(savedViews.screen, screen)))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id))
}
