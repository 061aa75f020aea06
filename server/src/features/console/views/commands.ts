import { VIEWS_MAXIMUM, type View, type ViewScreen } from '@tendwell/contract/console/views'
import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { lockUser } from '../../people/index.ts'
import { savedViews } from '../tables.ts'
import { listViews } from './queries.ts'

/**
 * Saves a view for its owner.
 * @throws AppError 409 if the owner has a view with this name on this screen, or as many views as allowed
 * @see docs/rules/console.md#saved-views
 */
export async function saveView(
  transaction: Transaction,
  view: { ownerId: number; screen: ViewScreen; name: string; query: string },
): Promise<View> {
  // Without the lock, two calls at the same time could exceed the maximum.
  await lockUser(transaction, view.ownerId)
  const views = await listViews(transaction, view.ownerId, view.screen)
  if (views.some(({ name }) => name === view.name)) throw conflict('You have a view with this name already')
  if (views.length >= VIEWS_MAXIMUM) {
    throw conflict(`You can save ${VIEWS_MAXIMUM} views here. Delete one first`)
  }
  const [row] = await transaction.insert(savedViews).values(view).returning({ id: savedViews.id })
  if (!row) throw new Error('The view was not stored')
  return { id: row.id, name: view.name, query: view.query }
}

/** Deletes a saved view. @throws AppError 404 for a view that is not the owner's */
export async function deleteView(database: Database, ownerId: number, id: number): Promise<void> {
  const isOwn = and(eq(savedViews.id, id), eq(savedViews.ownerId, ownerId))
  const deleted = await database.delete(savedViews).where(isOwn).returning({ id: savedViews.id })
  if (deleted.length === 0) throw notFound()
}
