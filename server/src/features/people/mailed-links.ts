import type { Deps } from '../../deps.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { invalidRequest } from '../../platform/errors.ts'
import { randomToken } from '../../platform/secrets.ts'
import { insertMailedToken, type MailedLinkPurpose, markMailedTokensUsed } from './mailed-token-store.ts'
import { findMailedToken } from './queries.ts'
import { hashToken } from './token-hash.ts'

const PURPOSE_NAMES: Record<MailedLinkPurpose, string> = {
  verify_email: 'verification',
  signup_session: 'sign-up',
  reset_password: 'reset',
  set_password: 'setup',
  change_email_old: 'email change',
  change_email_new: 'email change',
  reopen_account: 'reopening',
}

/**
 * Creates the token of a new mailed link, and ends the user's older links of the same purpose. Only the
 * token's hash is stored. The caller has locked the user's row.
 * @param link.codeHash the hash of a code that is mailed beside the link
 * @returns the token, which goes into the link
 */
export async function createMailedToken(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  link: { userId: number; purpose: MailedLinkPurpose; ttlMs: number; codeHash?: string },
): Promise<string> {
  const { userId, purpose, ttlMs, codeHash = null } = link
  const token = randomToken()
  const at = deps.clock.now()
  await markMailedTokensUsed(transaction, { userId, purpose, at })
  const expiresAt = new Date(at.getTime() + ttlMs)
  await insertMailedToken(transaction, { tokenHash: hashToken(token), userId, purpose, expiresAt, codeHash })
  return token
}

/**
 * Checks the token of a mailed link. It stays unused: the caller marks it.
 * @returns the id of the token's user
 * @throws AppError 400 if the token is unknown, used, replaced or expired
 */
export async function requireMailedToken(
  reader: Reader,
  link: { purpose: MailedLinkPurpose; token: string; now: Date },
): Promise<number> {
  const { purpose, token, now } = link
  const name = PURPOSE_NAMES[purpose]
  const mailedToken = await findMailedToken(reader, hashToken(token), purpose)
  if (!mailedToken) throw invalidRequest(`This ${name} link is not valid`)
  if (mailedToken.usedAt)
    throw invalidRequest(`This ${name} link was already used, or replaced by a newer one`)
  if (mailedToken.expiresAt <= now) throw invalidRequest(`This ${name} link has expired`)
  return mailedToken.userId
}
