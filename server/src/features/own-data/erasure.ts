import { getTableName, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import { type Reader, type Transaction, withTransaction } from '../../platform/database.ts'
import { FinalError } from '../../platform/jobs.ts'
import {
  createFinder,
  FORMER_MEMBER,
  type FoundWords,
  type Leaver,
  type Person,
  type PersonalData,
  scrubColumns,
  type TableData,
} from '../../platform/personal-data.ts'
import { allowErasure, audit, eraseUser, getErasureTime, lockUser, type UserRow } from '../accounts/index.ts'
import { eraseFiles } from '../files/index.ts'
import { renderErased } from './emails.ts'
import { findErasure } from './erasure-queries.ts'
import { addCount, finishErasure, insertErasure } from './erasure-store.ts'

export const ERASE = 'own-data.erase'
export type EraseJob = { userId: number }

/** How many ids a statement takes, so that each stays short. */
const BATCH_IDS = 5_000

/**
 * Erases a person whose account was closed 14 days ago, one small transaction after another: first other people's
 * records, while the words to look for are still known, then their own, in reverse order of the slices, then the stored
 * files, and the account itself last. Each step can be repeated, so a killed erasure starts again from the beginning, with
 * the words that it found at first.
 * @see docs/rules/own-data.md#erasure
 */
export async function erase(deps: Deps, data: readonly PersonalData[], { userId }: EraseJob): Promise<void> {
  const begun = await begin(deps, data, userId)
  if (!begun) return
  const { user, words } = begun
  const tables = data.flatMap((slice) => slice.tables)
  const leaver = recognize(user, words)
  for (const table of tables) await scrubTable(deps, table, leaver)
  for (const table of [...tables].reverse()) {
    const { erase: eraseRows } = table
    if (eraseRows) await runStep(deps, toName(table), userId, (transaction) => eraseRows(transaction, leaver))
  }
  const files = await eraseFiles(deps, { ownerId: userId })
  if (files > 0) await runStep(deps, 'stored files', userId, async () => files)
  await sendLastEmail(deps, user)
  await withTransaction(deps.database, async (transaction) => {
    await eraseUser(transaction, userId)
    const at = deps.clock.now()
    await audit(transaction, { at, actorId: null, action: 'account.erased', subject: `user:${userId}` })
    await finishErasure(transaction, userId, at)
  })
}

/**
 * Begins the report, under the user's lock: then the account can't be opened again.
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
    if (begun) return begun.words && { user, words: begun.words }
    const words = await findWords(transaction, data, user)
    await insertErasure(transaction, { userId, closedAt, startedAt, words })
    return { user, words }
  })
}

/** Finds the words by which other records could name the person. */
async function findWords(
  reader: Reader,
  data: readonly PersonalData[],
  person: Person,
): Promise<Required<FoundWords>> {
  const found: FoundWords[] = []
  for (const slice of data) if (slice.findWords) found.push(await slice.findWords(reader, person))
  const collect = (kind: keyof FoundWords) => [...new Set(found.flatMap((words) => words[kind] ?? []))]
  const names = collect('names').filter((name) => name !== FORMER_MEMBER)
  return { names, contacts: collect('contacts'), children: collect('children') }
}

/**
 * Makes what finds the person by these words. A name of one word may be anything, such as User, so it is only looked for
 * in records about them.
 */
function recognize(person: Person, { names, contacts, children }: Required<FoundWords>): Leaver {
  const fullNames = names.filter(hasSeveralWords)
  const unmistakable = [
    ...fullNames,
    ...fullNames.map(toPublicForm),
    ...contacts.filter((contact) => isEmail(contact) || hasSeveralWords(contact)),
  ]
  const phones = contacts.filter(isPhone)
  const single = [...names, ...children, ...contacts].filter((word) => !hasSeveralWords(word))
  const parts = [...single.filter(isWord), ...[...names, ...children].flatMap(toNameParts)]
  return {
    id: person.id,
    role: person.role,
    names,
    contacts,
    everywhere: createFinder(unmistakable, [], phones),
    nearby: createFinder([...unmistakable, ...children.filter(hasSeveralWords)], parts, phones),
  }
}

async function scrubTable(deps: Deps, table: TableData, leaver: Leaver): Promise<void> {
  const { scrub } = table
  const name = toName(table)
  if (scrub) await runStep(deps, name, leaver.id, (transaction) => scrub(transaction, leaver))
  if (table.scrubAll.length === 0) return
  const ids = sql`${sql.identifier(getTableName(table.table))}.${sql.identifier(toSnakeCase(table.batchBy))}`
  const { rows } = await deps.database.execute<{ last: number | null }>(
    sql`SELECT max(${ids}) AS last FROM ${table.table}`,
  )
  for (let from = 0; from <= Number(rows[0]?.last ?? -1); from += BATCH_IDS) {
    const batch = sql`${ids} >= ${from} AND ${ids} < ${from + BATCH_IDS}`
    await runStep(deps, name, leaver.id, async (transaction) => {
      await allowErasure(transaction)
      return scrubColumns(transaction, table.table, table.scrubAll, leaver.everywhere, batch)
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

/** Mails the address, which is forgotten next. A mail that can't be delivered doesn't stop the erasure. */
async function sendLastEmail(
  deps: Deps,
  { email, emailVerifiedAt }: { email: string; emailVerifiedAt: Date | null },
): Promise<void> {
  if (!emailVerifiedAt) return
  await deps.mailer.send(renderErased(email)).catch((error: unknown) => {
    if (!(error instanceof FinalError)) throw error
  })
}

function toName({ table }: TableData): string {
  const { schema, name } = getTableConfig(table)
  return schema ? `${schema}.${name}` : name
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const countLetters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0
const isEmail = (text: string) => text.includes('@')
/** Seven digits or more, and perhaps an extension. */
const isPhone = (text: string) => /^(?:[^\p{L}\d]*\d){7,}[^\p{L}]*(?:(?:ext|x)\.?\s*\d+)?$/iu.test(text)
/** A number, such as a house number, is not a word. */
const isWord = (text: string) => countLetters(text) > 1
const hasSeveralWords = (text: string) => /\S\s+\S/.test(text) && isWord(text)

/** `Fay Miller` is `Fay M.` in public. */
function toPublicForm(name: string): string {
  const parts = name.split(/\s+/)
  return `${parts[0]} ${parts.at(-1)?.slice(0, 1)}.`
}

/** The words of a name as they begin with a capital, and in capitals. `Jo de la Cruz` has `Jo` and `Cruz`, `jo cruz` as well. */
function toNameParts(name: string): string[] {
  const hasCapitals = name !== name.toLowerCase()
  return name
    .split(/\s+/)
    .filter((part) => isWord(part) && !(hasCapitals && isSmall(part)))
    .flatMap((part) => [...(isSmall(part) ? [] : [part]), capitalize(part), part.toUpperCase()])
}

/** Whether it begins with a small letter. Scripts without capitals have none. */
const isSmall = (part: string) => /^\p{Ll}/u.test(part)
const capitalize = (part: string) => part.slice(0, 1).toUpperCase() + part.slice(1).toLowerCase()
