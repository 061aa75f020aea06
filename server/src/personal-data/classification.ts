/**
 * What each slice says about the personal data in its tables: what its person gets in an export, and what an
 * erasure does. A test compares it with the database, so that no table or column is forgotten.
 * @see docs/rules/own-data.md
 */
import type { Role } from '@tendwell/contract/sign-in/accounts'
import { getTableColumns, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Reader, Transaction } from '../platform/database/database.ts'

/** Replaces an erased person's name. */
export const FORMER_MEMBER = 'Former member'
/** Replaces an erased person's text where the row stays for someone else. */
export const REMOVED_TEXT = 'Removed, because this person closed their account'

export type Person = { id: number; role: Role }

/** A person whose data is being erased, and what they can be recognized by in other people's records. */
export type Leaver = Person & {
  /** Their email addresses, now and before. */
  emails: readonly string[]
  /** The full names under which they booked or were booked. */
  names: readonly string[]
  evidence: Evidence
  /** Finds their email addresses, which are theirs alone wherever they stand. */
  everywhere: Finder
  /** Finds phone numbers, streets and full names as well, for what was written to this person. */
  nearby: Finder
}

/** What an erasure leaves for now, by number. @see docs/rules/own-data.md#evidence-of-reports-and-disputes */
export type Evidence = {
  reports: readonly number[]
  disputes: readonly number[]
  chargebacks: readonly number[]
  reviews: readonly number[]
  conversations: readonly number[]
  files: readonly string[]
}

export const hasEvidence = ({ reports, disputes, chargebacks }: Evidence) =>
  reports.length + disputes.length + chargebacks.length > 0

/** Whether a number is none of these. */
export const isNoneOf = (column: SQLWrapper, ids: readonly number[]): SQL =>
  sql`${column} <> ALL(${sql.param([...ids])}::int[])`

/** Finds a person in texts. */
export type Finder = {
  /**
   * A regular expression of PostgreSQL for `~*`. It may find more than `replace` changes. Empty: there is
   * nothing to find.
   */
  pattern: string
  /** Writes "Former member" for each word that was found. Safe to repeat. */
  replace: (text: string) => string
}

type ColumnOf<Table extends PgTable> = keyof Table['$inferSelect'] & string
/** A column of text or JSON, or one field of a JSON column, such as `visit.note`. */
type PlaceOf<Table extends PgTable> = ColumnOf<Table> | `${ColumnOf<Table>}.${string}`

/** A file of the export: which rows of the table are in it. */
export type Export = {
  /** Names the file: `messages` is `messages.json`. */
  subject: string
  of: (person: Person) => SQL | undefined
  /** Columns that are not this person's to see. */
  omit?: readonly string[]
  /** Further fields, such as the first name of the other side. */
  add?: Readonly<Record<string, (person: Person) => SQL>>
}

type Step = (transaction: Transaction, leaver: Leaver) => Promise<number>

/** What other people wrote, and which of it they wrote to the person. */
type OthersTexts<Place> = {
  places: readonly Place[]
  toPerson?: (person: Person) => SQL
  /** Without evidence, which stays as it is. */
  where?: (leaver: Leaver) => SQL
}

type Description<Table extends PgTable> = {
  /** Facts about a person. They are exported. */
  personal?: readonly ColumnOf<Table>[]
  /** Hashes, tokens, and the product's own bookkeeping. They are never exported. */
  withheld?: readonly ColumnOf<Table>[]
  /** Numbers, states, times and amounts that don't identify anyone. They are exported with the row. */
  plain?: readonly ColumnOf<Table>[]
  /** What an erasure leaves of the table, or why it holds nothing personal. */
  why: string
  exports?: readonly Export[]
  /**
   * Removes the person's name from rows that the product wrote for others. Returns how many rows changed.
   * Safe to repeat.
   */
  scrub?: Step
  /**
   * Texts of other people in which what identifies the person beyond doubt is replaced, in batches of
   * ascending ids. Never reviews, reports, disputes, or what staff wrote.
   */
  othersTexts?: OthersTexts<PlaceOf<Table>>
  /** The column of those ids; `id` by default. */
  batchBy?: ColumnOf<Table>
  /** Erases the person's own rows. Returns how many rows changed. Safe to repeat. */
  erase?: Step
}

export type TableData = { table: PgTable } & Omit<
  Description<PgTable>,
  'personal' | 'withheld' | 'plain' | 'othersTexts' | 'batchBy'
> & {
    personal: readonly string[]
    withheld: readonly string[]
    plain: readonly string[]
    othersTexts?: OthersTexts<string>
    batchBy: string
  }

/** The tables of a slice, and by which words other records could name a person. */
export type PersonalData = {
  tables: readonly TableData[]
  findWords?: (reader: Reader, person: Person) => Promise<FoundWords>
}

/**
 * At most `MOST_WORDS` of each. `names` are those under which they booked or were booked, `streets` where
 * visits were.
 */
export type FoundWords = { emails?: string[]; phones?: string[]; streets?: string[]; names?: string[] }

/**
 * An erasure looks for no more words of a kind than this, the newest ones, however often somebody changed
 * theirs.
 */
export const MOST_WORDS = 20

/** Describes a table. The column names are checked by the compiler, and that none is missing by a test. */
export function describeTable<Table extends PgTable>(
  table: Table,
  { personal = [], withheld = [], plain = [], batchBy, ...rest }: Description<Table>,
): TableData {
  return { table, personal, withheld, plain, batchBy: batchBy ?? 'id', ...rest }
}

/** How many rows a statement changed. */
export async function countChanged(statement: PromiseLike<{ rowCount: number | null }>): Promise<number> {
  return (await statement).rowCount ?? 0
}

/** Rows that one statement updates. */
const BATCH_ROWS = 1_000

/**
 * Writes "Former member" wherever these places have words of a person. In JSON only the strings change.
 * @param finder `everywhere` or `nearby` of a leaver
 * @param places columns of text or JSON, or fields of JSON such as `visit.note`
 * @param where the rows; all by default
 * @returns how many rows changed
 */
export async function scrubColumns(
  transaction: Transaction,
  table: PgTable,
  places: readonly string[],
  { pattern, replace }: Finder,
  where?: SQL,
): Promise<number> {
  if (pattern === '') return 0
  const columns = [...new Set(places.map((place) => place.split('.')[0] as string))]
  const all = getTableColumns(table) as Record<string, PgColumn>
  const chosen = columns.map((name) => ({ name, column: all[name] as PgColumn }))
  const matches = or(...chosen.map(({ column }) => sql`${column}::text ~* ${pattern}`))
  // A locked row keeps its place in the table, its `ctid`, so that it needs no other key.
  const rows: Record<string, unknown>[] = await transaction
    .select({
      ctid: sql<string>`ctid::text`,
      ...Object.fromEntries(chosen.map(({ name, column }) => [name, column])),
    })
    .from(table)
    .where(where ? sql`(${where}) AND (${matches})` : matches)
    .for('update')
  const changed = rows
    .map((row) => ({
      ctid: row.ctid,
      old: columns.map((name) => row[name]),
      cleaned: columns.map((name) => fit(replaceIn(row, name, places, replace), row[name])),
    }))
    .filter(({ old, cleaned }) => !isSame(old, cleaned))
  for (let from = 0; from < changed.length; from += BATCH_ROWS) {
    await writeRows(transaction, table, chosen, changed.slice(from, from + BATCH_ROWS))
  }
  return changed.length
}

type ChosenColumn = { name: string; column: PgColumn }
type CleanedRow = { ctid: unknown; cleaned: unknown[] }

/** Writes the cleaned values of locked rows in one statement. */
async function writeRows(
  transaction: Transaction,
  table: PgTable,
  chosen: readonly ChosenColumn[],
  rows: readonly CleanedRow[],
): Promise<void> {
  const lists = chosen.map(({ column }, at) => {
    const isText = column.getSQLType() === 'text'
    return sql`${sql.param(rows.map(({ cleaned }) => (isText ? cleaned[at] : toJson(cleaned[at]))))}::text[]`
  })
  const places = sql`${sql.param(rows.map(({ ctid }) => ctid))}::tid[]`
  const names = chosen.map(({ name }) => sql.identifier(`new_${name}`))
  const changes = chosen.map(({ name, column }, at) => [
    name,
    sql`changed.${names[at]}::${sql.raw(column.getSQLType())}`,
  ])
  await transaction
    .update(table)
    .set(Object.fromEntries(changes))
    .from(
      sql`unnest(${sql.join([places, ...lists], sql`, `)}) AS changed(place, ${sql.join(names, sql`, `)})`,
    )
    .where(sql`${table}.ctid = changed.place`)
}

/** Limits of text columns are no shorter than this. */
const SAFE_LENGTH = 1_000

/** Cuts a text that became longer than its column may allow. */
function fit(text: unknown, before: unknown): unknown {
  if (typeof text !== 'string' || typeof before !== 'string') return text
  return text.slice(0, Math.max(before.length, SAFE_LENGTH))
}

const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value))
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Replaces the strings of a JSON value. Keys, numbers, booleans and null stay. */
function replaceStrings(value: unknown, replace: Finder['replace']): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((item) => replaceStrings(item, replace))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceStrings(item, replace)]))
}

/** Replaces the strings of a column, or only those of its fields among the places. */
function replaceIn(
  row: Readonly<Record<string, unknown>>,
  column: string,
  places: readonly string[],
  replace: Finder['replace'],
): unknown {
  if (places.includes(column)) return replaceStrings(row[column], replace)
  const isChosen = (field: string) => places.includes(`${column}.${field}`)
  const fields = Object.entries(row[column] ?? {})
  return Object.fromEntries(
    fields.map(([field, value]) => [field, isChosen(field) ? replaceStrings(value, replace) : value]),
  )
}

/** Whether a string of a JSON value has words of a person. */
export function mentions(value: unknown, { replace }: Finder): boolean {
  return !isSame(value, replaceStrings(value, replace))
}

/**
 * Makes what finds these words on their own and in any case, also as they are written in JSON and in
 * addresses.
 * @param words such as full names and email addresses
 * @param phones numbers of seven digits or more, found with and without the country
 */
export function createFinder(words: readonly string[], phones: readonly string[] = []): Finder {
  const forms = new Set(toForms(words).map((form) => form.toLowerCase()))
  const longestFirst = [...forms].sort((a, b) => b.length - a.length)
  const numbers = phones.map(toPhoneExpression)
  if (longestFirst.length + numbers.length === 0) return { pattern: '', replace: (text) => text }
  const number = new RegExp(`^(?:${numbers.join('|')})$`, 'iu')
  const isFound = (word: string) => forms.has(word.toLowerCase()) || number.test(word)
  // "Former member" is skipped as a whole: someone may be called Former.
  const expressions = [FORMER_MEMBER, ...longestFirst].map((form) =>
    toExpression(form, isEmail(form) ? AROUND_EMAIL : AROUND_WORD),
  )
  const expression = new RegExp([...numbers, ...expressions].join('|'), 'giu')
  const inSql = longestFirst.map((form) => toExpression(form, AROUND_IN_SQL))
  return {
    pattern: [...numbers, ...inSql].join('|'),
    replace: (text) => text.replace(expression, (word) => (isFound(word) ? FORMER_MEMBER : word)),
  }
}

function toForms(words: readonly string[]): string[] {
  return words
    .map((word) => word.trim())
    .filter((word) => word.length > 1)
    .flatMap((word) => [
      word,
      JSON.stringify(word).slice(1, -1),
      encodeURIComponent(word),
      word.replaceAll(' ', '+'),
    ])
}

/** Scripts without spaces between words, or with endings that are attached to names. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

type Around = readonly [before: string, after: string]
const AROUND_WORD: Around = ['(?<![\\p{L}\\p{M}\\p{N}])', '(?![\\p{L}\\p{M}\\p{N}])']
/** `b@example.test` is neither the end of `ann.b@example.test` nor the beginning of `b@example.test.org`. */
const AROUND_EMAIL: Around = ['(?<![\\p{L}\\p{M}\\p{N}.+_-])', '(?!\\.?[\\p{L}\\p{M}\\p{N}-])']
const AROUND_IN_SQL: Around = ['(?<![[:alnum:]])', '(?![[:alnum:]])']

const isEmail = (form: string) => /@|%40/.test(form)

/** A regular expression for a word that no other letter touches. */
function toExpression(form: string, [before, after]: Around): string {
  const escaped = form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return UNSPACED.test(form) ? escaped : `${before}${escaped}${after}`
}

/** Fewer digits are not matched without the country. */
const SHORTEST_PHONE = 7

/** What may stand between the digits of a phone number, also in addresses. */
const SEPARATOR = '(?:[\\s.()/+\\u00A0\\u2010-\\u2013-]|%2[0-9A-F]){0,4}'

/**
 * A regular expression, of JavaScript and of PostgreSQL, for a phone number in any form. An extension is left
 * out.
 */
function toPhoneExpression(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone)
  const written = phone.replace(/\p{L}.*$/u, '').replace(/\D/g, '')
  const withoutZero = written.replace(/^0+/, '')
  const digits = parsed?.nationalNumber ?? (withoutZero.length < SHORTEST_PHONE ? written : withoutZero)
  const country = parsed ? `(?:\\+|00|%2B)?${parsed.countryCallingCode}` : '(?:\\+|00|%2B)[0-9]{1,3}'
  const isOptional = digits.length < SHORTEST_PHONE ? '' : '?'
  const national = [...digits].join(SEPARATOR)
  return `(?<![0-9])\\(?(?:${country}${SEPARATOR})${isOptional}(?:0${SEPARATOR})?${national}(?![0-9])`
}

/**
 * The first name of a user, for exports: all that a person gets to see of the other side.
 * @param userId SQL of an id
 */
export function firstNameOf(userId: SQLWrapper): SQL {
  return sql`(SELECT split_part(people.full_name, ' ', 1) FROM users AS people WHERE people.id = ${userId})`
}
