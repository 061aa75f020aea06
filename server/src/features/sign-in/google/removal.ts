import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { queueMail } from '../../notices/index.ts'
import { audit, lockUser } from '../../people/index.ts'
import { googleLinkMail } from './notices.ts'
import { countIdentities } from './queries.ts'
import { deleteIdentities, deleteIdentity } from './store.ts'

/**
 * Removes one of the caller's linked identities and tells them by mail.
 * @throws AppError 404 if the identity is not theirs; 409 if it is their only way to log in
 * @see docs/rules/accounts.md#google-sign-in
 */
export async function removeIdentity(
  deps: Deps,
  actor: Actor,
  identityId: number,
  ipAddress: string,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, actor.id)
    const issuer = await deleteIdentity(transaction, { id: identityId, userId: user.id })
    if (issuer === null) throw notFound()
    if (!user.passwordHash && (await countIdentities(transaction, user.id)) === 0) {
      throw conflict('Google is your only way to log in. Set a password first, with Forgot Password')
    }
    await queueMail(transaction, deps, googleLinkMail, { userId: user.id, change: 'removed' })
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: user.id,
      action: 'identity.unlinked',
      subject: `user:${user.id}`,
      before: { issuer },
      address: ipAddress,
    })
  })
}

/**
 * Removes all linked identities of an account that its owner takes back by the mailbox, because some may be
 * somebody else's, and mails the owner. Logging in with Google links the owner's again.
 * @param address of the caller
 */
export async function removeIdentities(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  userId: number,
  address: string,
): Promise<void> {
  if ((await deleteIdentities(transaction, userId)) === 0) return
  await queueMail(transaction, deps, googleLinkMail, { userId, change: 'removed' })
  await audit(transaction, {
    at: deps.clock.now(),
    actorId: userId,
    action: 'identity.unlinked',
    subject: `user:${userId}`,
    after: { byMailbox: true },
    address,
  })
}
