import { randomInt } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '@tendwell/contract/sign-in/two-step'
import { and, eq } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../../platform/database/database.ts'
import { hashToken } from '../../../people/index.ts'
import { recoveryCodes } from '../tables.ts'

/** Without 0, 1, I, L, O and U, which are easy to confuse. 16 characters out of these 30 are 78 bits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const LENGTH = 16

function makeCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

function hashCode(code: string): string {
  return hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
}

/**
 * Replaces the user's recovery codes by ten new ones.
 * @returns the new codes, to be shown once: only their hashes are stored
 */
export async function replaceRecoveryCodes(transaction: Transaction, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, makeCode)
  await deleteRecoveryCodes(transaction, userId)
  await transaction.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashCode(code) })))
  return codes
}

/**
 * Deletes a code that is used. Case, spaces and hyphens don't matter.
 * @returns false if the code is not the user's or was already used
 */
export async function deleteRecoveryCode(
  transaction: Transaction,
  userId: number,
  code: string,
): Promise<boolean> {
  const { userId: owner, codeHash } = recoveryCodes
  const { rowCount } = await transaction
    .delete(recoveryCodes)
    .where(and(eq(owner, userId), eq(codeHash, hashCode(code))))
  return rowCount === 1
}

/** How many of the user's codes can still be used. */
export function countRecoveryCodes(reader: Reader, userId: number): Promise<number> {
  return reader.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
}

export async function deleteRecoveryCodes(transaction: Transaction, userId: number): Promise<void> {
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}
