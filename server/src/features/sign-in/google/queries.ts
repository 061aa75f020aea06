import type { LinkedIdentity } from '@tendwell/contract/sign-in/accounts'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { findUser } from '../../people/index.ts'
import { identities } from './tables.ts'

/** How many Google accounts a user can log in with. */
export function countIdentities(reader: Reader, userId: number): Promise<number> {
  return reader.$count(identities, eq(identities.userId, userId))
}

/**
 * Lists the identities that the caller can log in with, oldest first.
 * @see docs/rules/accounts.md#google-sign-in
 */
export async function listIdentities(
  deps: Pick<Deps, 'database'>,
  actor: Actor,
  page: { limit: number; offset: number },
): Promise<{ count: number; results: LinkedIdentity[] }> {
  const count = await countIdentities(deps.database, actor.id)
  const user = await findUser(deps.database, actor.id)
  const rows = await deps.database
    .select({ id: identities.id, linkedAt: identities.linkedAt })
    .from(identities)
    .where(eq(identities.userId, actor.id))
    .orderBy(identities.id)
    .limit(page.limit)
    .offset(page.offset)
  const results = rows.map(({ id, linkedAt }) => ({
    id,
    provider: 'Google' as const,
    linked_at: linkedAt.toISOString(),
    can_remove: count > 1 || Boolean(user?.passwordHash),
  }))
  return { count, results }
}

/** The user whom an identity logs in; null if it is not linked. */
export async function findUserIdByIdentity(
  reader: Reader,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<number | null> {
  const [row] = await reader
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return row?.userId ?? null
}
