import { getTableColumns, max, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../../deps.ts'
import {
  createPattern,
  type Evidence,
  type FoundWords,
  hasEvidence,
  type Leaver,
  type Person,
  type PersonalData,
  scrubColumns,
  type TableData,
} from '../../../personal-data/classification.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { FinalError } from '../../../platform/jobs/jobs.ts'
import type { Email } from '../../../ports/mailer/port.ts'
import { eraseFiles } from '../../files/index.ts'
import { banForChargeback } from '../../moderation/index.ts'
import { audit, eraseUser, getErasureTime, lockUser, stripUser, type UserRow } from '../../people/index.ts'
import { findErasure, leaveShared } from './erasure-queries.ts'
import { addCount, finishErasure, holdErasure, insertErasure } from './erasure-store.ts'
import { findEvidence } from './evidence.ts'
import { renderErased, renderEvidenceKept } from './last-mails.ts'

export const ERASE = 'own-data.erase'
export type EraseJob = { userId: number }

/** How many ids a statement takes, so that each stays short. */
const BATCH_IDS = 5_000

/**
 * Erases a person whose account was closed 14 days ago, one small transaction after another: first what
 * identifies them in other people's texts, while the words to look for are still known, then their own, in
 * reverse order of the slices, then the stored files, and the account itself last. Each step can be repeated,
 * so a killed erasure starts again from the beginning, with the words that it found at first.
 * @see docs/rules/own-data.md#erasure
 */
export async function erase(deps: Deps, data: readonly PersonalData[], { userId }: EraseJob): Promise<void> {
  const begun = await begin(deps, data, userId)
  if (!begun) return
  const { user, words } = begun
  const tables = data.flatMap((slice) => slice.tables)
  const evidence = await findEvidence(deps.database, userId, deps.clock.now())
  const leaver = recognize(user, words, evidence)
  for (const table of tables) await scrubTable(deps, table, leaver)
  for (const table of [...tables].reverse()) {
    const { erase: eraseRows } = table
    if (eraseRows) await runStep(deps, toName(table), userId, (transaction) => eraseRows(transaction, leaver))
  }
  const files = await eraseFiles(deps, { ownerId: userId, except: evidence.files })
  if (files > 0) await runStep(deps, 'stored files', userId, async () => files)
  if (hasEvidence(evidence)) return keepEvidence(deps, user)
  await sendLastEmail(deps, user, renderErased(user.email))
  await withTransaction(deps.database, async (transaction) => {
    await eraseUser(transaction, userId)
    const at = deps.clock.now()
    await audit(transaction, { at, actorId: null, action: 'account.erased', subject: `user:${userId}` })
    await finishErasure(transaction, userId, at)
  })
}

/**
 * Begins the report, under the user's lock: then the account can't be opened again.
 * What keeps out someone who leaves a chargeback behind is hashed before it is erased.
 * @returns null if it was opened again, or is erased already
 */
async function begin(
  deps: Deps,
  data: readonly PersonalData[],
  userId: number,
): Promise<{ user: UserRow; words: Required<FoundWords> } | null> {
  return withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    const { closedAt } = user
    const startedAt = deps.clock.now()
    if (!closedAt || getErasureTime(closedAt) > startedAt) return null
    const begun = await findErasure(transaction, userId)
    if (begun && !begun.words) return null
    await banForChargeback(transaction, deps, user)
    if (begun?.words) return { user, words: begun.words }
    const words = await findWords(transaction, data, user)
    await insertErasure(transaction, { userId, closedAt, startedAt, words })
    return { user, words }
  })
}

/**
 * Finds the words that are this person's beyond doubt: of addresses, numbers and names those that no other
 * account has.
 * @see docs/rules/own-data.md#words-that-name-a-person
 */
async function findWords(
  reader: Reader,
  data: readonly PersonalData[],
  person: Person,
): Promise<Required<FoundWords>> {
  const found: FoundWords[] = []
  for (const slice of data) if (slice.findWords) found.push(await slice.findWords(reader, person))
  const collect = (kind: keyof FoundWords) => [...new Set(found.flatMap((words) => words[kind] ?? []))]
  const words = {
    emails: collect('emails'),
    phones: collect('phones').filter(isPhone),
    streets: collect('streets').filter(isStreetWithNumber),
    names: collect('names').filter(hasSeveralWords),
  }
  return leaveShared(reader, person, words)
}

const recognize = (
  person: Person,
  { emails, phones, streets, names }: Required<FoundWords>,
  evidence: Evidence,
): Leaver => ({
  id: person.id,
  role: person.role,
  emails,
  names,
  evidence,
  everywhere: createPattern(emails),
  nearby: createPattern([...emails, ...streets, ...names], phones),
})

/**
 * Replaces what names the leaver: in rows that the product wrote, and in texts of others. There it looks for
 * their emails in all rows, and for phones, streets and names too in what was written to them.
 */
async function scrubTable(deps: Deps, described: TableData, leaver: Leaver): Promise<void> {
  const { scrub, othersTexts, table } = described
  const name = toName(described)
  if (scrub) await runStep(deps, name, leaver.id, (transaction) => scrub(transaction, leaver))
  if (!othersTexts) return
  const { place, toPerson, where } = othersTexts
  const { id } = getTableColumns(table) as { id: PgColumn }
  const [newest] = await deps.database.select({ id: max(id) }).from(table)
  for (let from = 0; from <= Number(newest?.id ?? -1); from += BATCH_IDS) {
    const batch = sql`${id} >= ${from} AND ${id} < ${from + BATCH_IDS} AND ${where?.(leaver) ?? sql`true`}`
    const toThem = sql`${batch} AND ${toPerson(leaver)}`
    await runStep(deps, name, leaver.id, async (transaction) => {
      const changed = await scrubColumns(transaction, table, [place], leaver.everywhere, batch)
      return changed + (await scrubColumns(transaction, table, [place], leaver.nearby, toThem))
    })
  }
}

/** Runs a step and counts what it did in one transaction. */
function runStep(
  deps: Deps,
  name: string,
  userId: number,
  step: (transaction: Transaction) => Promise<number>,
): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const changed = await step(transaction)
    if (changed > 0) await addCount(transaction, userId, name, changed)
  })
}

/**
 * Leaves the name and email of the account with the evidence, until the sweep finds that it is no longer
 * needed.
 */
async function keepEvidence(deps: Deps, user: UserRow): Promise<void> {
  const isFirst = await withTransaction(deps.database, async (transaction) => {
    await stripUser(transaction, user.id)
    return holdErasure(transaction, user.id, deps.clock.now())
  })
  if (isFirst) await sendLastEmail(deps, user, renderEvidenceKept(user.email))
}

/** Mails the address, which is forgotten next. A mail that can't be delivered doesn't stop the erasure. */
async function sendLastEmail(
  deps: Deps,
  { emailVerifiedAt }: Pick<UserRow, 'emailVerifiedAt'>,
  email: Email,
): Promise<void> {
  if (!emailVerifiedAt) return
  await deps.mailer.send(email).catch((error: unknown) => {
    if (!(error instanceof FinalError)) throw error
  })
}

function toName({ table }: TableData): string {
  const { schema, name } = getTableConfig(table)
  return schema ? `${schema}.${name}` : name
}

/** Seven digits or more, and perhaps an extension. */
const isPhone = (text: string) => /^(?:[^\p{L}\d]*\d){7,}[^\p{L}]*(?:(?:ext|x)\.?\s*\d+)?$/iu.test(text)
const hasSeveralWords = (text: string) => /\p{L}{2}.*\s.*\p{L}{2}/u.test(text)
const isStreetWithNumber = (text: string) => /\d/.test(text) && /\p{L}{3}/u.test(text) && /\S\s\S/.test(text)
