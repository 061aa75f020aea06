/**
 * The sandbox's version of Stripe Connect: caregivers' accounts, transfers to them, and payouts to their
 * banks.
 */
import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@tendwell/contract/time'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { LOCK_KEYS } from '../../../platform/database/locks.ts'
import { newId } from '../../sandbox/ids.ts'
import { type PayoutState, ProviderRefusal, type TransferOrder } from '../port.ts'
import { sandboxAccounts, sandboxPayouts, sandboxTransfers } from '../tables.ts'
import { type EventDeps, emit } from './events.ts'
import { getModes } from './modes.ts'
import { getBalance, insertMovements } from './store.ts'

export type SandboxAccount = typeof sandboxAccounts.$inferSelect
type SandboxPayout = typeof sandboxPayouts.$inferSelect

const LINK_VALID_MS = 10 * MINUTE_MS
/** How long a payout takes to arrive or fail. */
const ARRIVES_AFTER_MS = MINUTE_MS
const BATCH_SIZE = 100

/** Creates an account; a repeated key returns the one that it created at first. @returns its id */
export async function insertAccount(
  transaction: Transaction,
  values: { email: string; idempotencyKey: string; createdAt: Date },
): Promise<string> {
  const { idempotencyKey } = values
  const [account] = await transaction
    .insert(sandboxAccounts)
    .values({ ...values, id: newId('acct') })
    // The update changes nothing, but makes RETURNING give the existing row.
    .onConflictDoUpdate({ target: sandboxAccounts.idempotencyKey, set: { idempotencyKey } })
    .returning({ id: sandboxAccounts.id })
  return account?.id as string
}

export async function findAccount(reader: Reader, id: string): Promise<SandboxAccount | null> {
  const [account] = await reader.select().from(sandboxAccounts).where(eq(sandboxAccounts.id, id))
  return account ?? null
}

/**
 * Creates an onboarding link, which replaces an older one.
 * @returns its token; null for an unknown account
 */
export async function linkAccount(
  transaction: Transaction,
  id: string,
  urls: { returnUrl: string; refreshUrl: string },
  now: Date,
): Promise<string | null> {
  const linkToken = randomBytes(24).toString('hex')
  const { rowCount } = await transaction
    .update(sandboxAccounts)
    .set({ ...urls, linkToken, linkExpiresAt: new Date(now.getTime() + LINK_VALID_MS) })
    .where(eq(sandboxAccounts.id, id))
  return rowCount === 1 ? linkToken : null
}

/** Matches the account whose onboarding link has this token and can still be used. */
const hasLink = (token: string, now: Date) =>
  and(eq(sandboxAccounts.linkToken, token), gt(sandboxAccounts.linkExpiresAt, now))

/** The account whose onboarding link has this token; null if the link was used or has expired. */
export async function findAccountByLink(
  reader: Reader,
  token: string,
  now: Date,
): Promise<SandboxAccount | null> {
  const [account] = await reader.select().from(sandboxAccounts).where(hasLink(token, now))
  return account ?? null
}

/** Accepts an account's details and ends its link. @returns false if the link was used or has expired */
export async function submitDetails(
  transaction: Transaction,
  deps: EventDeps,
  token: string,
  { payouts, last4 }: { payouts: SandboxAccount['payouts']; last4: string },
): Promise<boolean> {
  const [account] = await transaction
    .update(sandboxAccounts)
    .set({ detailsSubmitted: true, payouts, bankLast4: last4, linkToken: null })
    .where(hasLink(token, deps.clock.now()))
    .returning()
  if (!account) return false
  const { id } = account
  const object = { id, object: 'account', details_submitted: true, payouts_enabled: true }
  await emit(transaction, deps, 'account.updated', object, id)
  return true
}

/** @throws ProviderRefusal that is temporary if a balance (`null`: ours) is less than the amount */
async function requireBalance(
  transaction: Transaction,
  accountId: string | null,
  amountCents: number,
): Promise<void> {
  if ((await getBalance(transaction, accountId)) >= amountCents) return
  const whose = accountId === null ? 'The' : 'The account’s'
  throw new ProviderRefusal(`${whose} balance is insufficient`, 'balance_insufficient', true)
}

/**
 * Moves money from our balance to an account's; a repeated key returns the transfer that it made at first.
 * @returns its id
 */
export async function insertTransfer(
  transaction: Transaction,
  deps: EventDeps,
  { accountId, amountCents }: TransferOrder,
  idempotencyKey: string,
): Promise<string> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(${LOCK_KEYS.sandboxTransfers})`)
  const [earlierTransfer] = await transaction
    .select()
    .from(sandboxTransfers)
    .where(eq(sandboxTransfers.idempotencyKey, idempotencyKey))
  if (earlierTransfer) return earlierTransfer.id
  const { refuses } = await getModes(transaction)
  if (refuses.includes('transfer'))
    throw new ProviderRefusal('The transfer was refused', 'transfers_not_allowed')
  if (!(await findAccount(transaction, accountId))) {
    throw new ProviderRefusal(`No such destination: '${accountId}'`, 'resource_missing')
  }
  await requireBalance(transaction, null, amountCents)
  const createdAt = deps.clock.now()
  const id = newId('tr')
  await transaction.insert(sandboxTransfers).values({ id, idempotencyKey, accountId, amountCents, createdAt })
  await insertMovements(transaction, createdAt, [
    { reference: id, amountCents: -amountCents },
    { reference: newId('py'), accountId, amountCents },
  ])
  return id
}

/** Reverses a transfer in full, once. @returns the reversal's id */
export async function reverseTransfer(
  transaction: Transaction,
  deps: EventDeps,
  transferId: string,
): Promise<string> {
  const [transfer] = await transaction
    .select()
    .from(sandboxTransfers)
    .where(eq(sandboxTransfers.id, transferId))
    .for('update')
  if (!transfer) throw new ProviderRefusal(`No such transfer: '${transferId}'`, 'resource_missing')
  if (transfer.reversalId) return transfer.reversalId
  const { accountId, amountCents } = transfer
  await requireBalance(transaction, accountId, amountCents)
  const reversalId = newId('trr')
  await transaction.update(sandboxTransfers).set({ reversalId }).where(eq(sandboxTransfers.id, transferId))
  await insertMovements(transaction, deps.clock.now(), [
    { reference: reversalId, amountCents },
    { reference: newId('pyr'), accountId, amountCents: -amountCents },
  ])
  return reversalId
}

function toPayoutState({ id, status, amountCents, failureMessage }: SandboxPayout): PayoutState {
  return { id, status, amountCents, failureReason: failureMessage }
}

/** Sends money from an account to its bank; a repeated key returns the payout that it made at first. */
export async function insertPayout(
  transaction: Transaction,
  deps: EventDeps,
  { accountId, amountCents }: TransferOrder,
  idempotencyKey: string,
): Promise<PayoutState> {
  // The lock lets one payout of an account at a time check the balance.
  const [account] = await transaction
    .select()
    .from(sandboxAccounts)
    .where(eq(sandboxAccounts.id, accountId))
    .for('update')
  const [earlierPayout] = await transaction
    .select()
    .from(sandboxPayouts)
    .where(eq(sandboxPayouts.idempotencyKey, idempotencyKey))
  if (earlierPayout) return toPayoutState(earlierPayout)
  const { refuses } = await getModes(transaction)
  if (!account?.detailsSubmitted || refuses.includes('payOut')) {
    throw new ProviderRefusal('The account can’t receive payouts', 'payouts_not_allowed')
  }
  await requireBalance(transaction, accountId, amountCents)
  const createdAt = deps.clock.now()
  const payout: SandboxPayout = {
    id: newId('po'),
    idempotencyKey,
    accountId,
    amountCents,
    status: 'pending',
    failureMessage: null,
    arrivesAt: new Date(createdAt.getTime() + ARRIVES_AFTER_MS),
    createdAt,
  }
  await transaction.insert(sandboxPayouts).values(payout)
  await insertMovements(transaction, createdAt, [
    { reference: payout.id, accountId, amountCents: -amountCents },
  ])
  await emitPayout(transaction, deps, 'payout.created', payout)
  return toPayoutState(payout)
}

export async function findPayout(reader: Reader, id: string): Promise<PayoutState | null> {
  const [payout] = await reader.select().from(sandboxPayouts).where(eq(sandboxPayouts.id, id))
  return payout ? toPayoutState(payout) : null
}

/** How a payout ends, by the behavior of the test account. */
const PAYOUT_OUTCOMES = {
  arrive: { status: 'paid', failureMessage: null },
  fail: { status: 'failed', failureMessage: 'The bank account has been closed' },
  'are canceled': { status: 'canceled', failureMessage: 'The payout was canceled' },
} as const

/**
 * Completes the payouts that are due: their test account decides whether they arrive. If not, the money comes
 * back.
 */
export async function completePayouts(transaction: Transaction, deps: EventDeps): Promise<void> {
  const now = deps.clock.now()
  const duePayouts = await transaction
    .select({ payout: sandboxPayouts, behavior: sandboxAccounts.payouts })
    .from(sandboxPayouts)
    .innerJoin(sandboxAccounts, eq(sandboxAccounts.id, sandboxPayouts.accountId))
    .where(and(eq(sandboxPayouts.status, 'pending'), lte(sandboxPayouts.arrivesAt, now)))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  for (const { payout, behavior } of duePayouts) {
    const { id, accountId, amountCents } = payout
    const outcome = PAYOUT_OUTCOMES[behavior]
    await transaction.update(sandboxPayouts).set(outcome).where(eq(sandboxPayouts.id, id))
    if (outcome.status !== 'paid') {
      await insertMovements(transaction, now, [{ reference: `${id}:back`, accountId, amountCents }])
    }
    await emitPayout(transaction, deps, `payout.${outcome.status}`, { ...payout, ...outcome })
  }
}

/** Announces a change of a payout, as its connected account. */
function emitPayout(
  transaction: Transaction,
  deps: EventDeps,
  type: string,
  { id, status, amountCents, accountId, failureMessage }: SandboxPayout,
): Promise<void> {
  const amounts = { amount: amountCents, currency: 'usd' }
  const object = { id, object: 'payout', status, ...amounts, failure_message: failureMessage }
  return emit(transaction, deps, type, object, accountId)
}
