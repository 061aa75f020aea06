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
import { audit, eraseUser, getErasureDueTime, lockUser, stripUser, type UserRow } from '../../people/index.ts'
import { findErasure, withoutSharedWords } from './erasure-queries.ts'
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
 * reverse order of the slices, then the stored files, and the account itself last. While there is evidence to
 * keep, the account keeps its name and email. Each step can be repeated, so a killed erasure starts again
 * from the beginning, with the words that it found at first.
 * @see docs/rules/own-data.md#erasure
 */
export async function eraseAccount(
  deps: Deps,
  personalData: readonly PersonalData[],
  { userId }: EraseJob,
): Promise<void> {
  const started = await startErasure(deps, personalData, userId)
  if (!started) return
  const { user, words } = started
  const tables = personalData.flatMap((slice) => slice.tables)
  const evidence = await findEvidence(deps.database, userId, deps.clock.now())
  const leaver = toLeaver(user, words, evidence)
  for (const table of tables) await scrubTable(deps, table, leaver)
  for (const table of [...tables].reverse()) {
    const { erase: eraseRows } = table
    if (eraseRows)
      await runStep(deps, toTableName(table), userId, (transaction) => eraseRows(transaction, leaver))
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
 * Starts the record of an erasure, under the user's lock: then the account can't be opened again. Someone who
 * leaves a chargeback behind is banned before what the ban recognizes them by is erased.
 * @returns null if the account was opened again, or is erased already
 */
async function startErasure(
  deps: Deps,
  personalData: readonly PersonalData[],
  userId: number,
): Promise<{ user: UserRow; words: Required<FoundWords> } | null> {
  return withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    const { closedAt } = user
    const startedAt = deps.clock.now()
    if (!closedAt || getErasureDueTime(closedAt) > startedAt) return null
    const erasure = await findErasure(transaction, userId)
    // A finished erasure has no words any more.
    if (erasure && !erasure.words) return null
    await banForChargeback(transaction, deps, user)
    if (erasure?.words) return { user, words: erasure.words }
    const words = await findWords(transaction, personalData, user)
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
  personalData: readonly PersonalData[],
  person: Person,
): Promise<Required<FoundWords>> {
  const foundWords: FoundWords[] = []
  for (const slice of personalData)
    if (slice.findWords) foundWords.push(await slice.findWords(reader, person))
  const collect = (kind: keyof FoundWords) => [...new Set(foundWords.flatMap((words) => words[kind] ?? []))]
  const words = {
    emails: collect('emails'),
    phones: collect('phones').filter(isPhone),
    streets: collect('streets').filter(isStreetWithNumber),
    names: collect('names').filter(hasSeveralWords),
  }
  return withoutSharedWords(reader, person, words)
}

/** Adds to a person the patterns by which their words are found, and the evidence to leave. */
const toLeaver = (
  person: Person,
  { emails, phones, streets, names }: Required<FoundWords>,
  evidence: Evidence,
): Leaver => ({
  id: person.id,
  role: person.role,
  emails,
  names,
  evidence,
  everywherePattern: createPattern(emails),
  nearbyPattern: createPattern([...emails, ...streets, ...names], phones),
})

/**
 * Replaces what names the leaver, in rows that the product wrote and in texts of other people. In such texts
 * it looks for the leaver's emails in all rows, and in what was written to the leaver also for their phones,
 * streets and names.
 */
async function scrubTable(deps: Deps, described: TableData, leaver: Leaver): Promise<void> {
  const { scrub, othersTexts, table } = described
  const name = toTableName(described)
  if (scrub) await runStep(deps, name, leaver.id, (transaction) => scrub(transaction, leaver))
  if (!othersTexts) return
  const { place, toPerson, where } = othersTexts
  const { id } = getTableColumns(table) as { id: PgColumn }
  const [newest] = await deps.database.select({ id: max(id) }).from(table)
  for (let firstId = 0; firstId <= Number(newest?.id ?? -1); firstId += BATCH_IDS) {
    const isNoEvidence = where?.(leaver) ?? sql`true`
    const isInBatch = sql`${id} >= ${firstId} AND ${id} < ${firstId + BATCH_IDS} AND ${isNoEvidence}`
    const isToLeaver = sql`${isInBatch} AND ${toPerson(leaver)}`
    await runStep(deps, name, leaver.id, async (transaction) => {
      const changed = await scrubColumns(transaction, table, [place], leaver.everywherePattern, isInBatch)
      return changed + (await scrubColumns(transaction, table, [place], leaver.nearbyPattern, isToLeaver))
    })
  }
}

/** Runs a step and, in the same transaction, adds what it changed to the erasure's counts. */
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
 * Leaves the account its name and email with the evidence. The sweep starts the erasure again once the
 * evidence is no longer needed.
 */
async function keepEvidence(deps: Deps, user: UserRow): Promise<void> {
  const isFirst = await withTransaction(deps.database, async (transaction) => {
    await stripUser(transaction, user.id)
    return holdErasure(transaction, user.id, deps.clock.now())
  })
  if (isFirst) await sendLastEmail(deps, user, renderEvidenceKept(user.email))
}

/**
 * Sends a mail at once, because after the last one the address is forgotten; none to an unverified address,
 * which may be a stranger's. A mail that can't be delivered doesn't stop the erasure.
 */
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

function toTableName({ table }: TableData): string {
  const { schema, name } = getTableConfig(table)
  return schema ? `${schema}.${name}` : name
}

/** Seven digits or more, and perhaps an extension. */
const isPhone = (text: string) => /^(?:[^\p{L}\d]*\d){7,}[^\p{L}]*(?:(?:ext|x)\.?\s*\d+)?$/iu.test(text)
/** Two words of two letters or more, such as a first name and a surname. */
const hasSeveralWords = (text: string) => /\p{L}{2}.*\s.*\p{L}{2}/u.test(text)
/** A digit, three letters in a row and a space between words, such as `12 Elm Street`. */
const isStreetWithNumber = (text: string) => /\d/.test(text) && /\p{L}{3}/u.test(text) && /\S\s\S/.test(text)
