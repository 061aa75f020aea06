/**
 * What each slice says about the personal data in its tables: what its person gets in an export, and what an
 * erasure does. A test compares it with the database, so that no table or column is forgotten.
 * @see docs/rules/own-data.md
 */
import type { Role } from '@tendwell/contract/sign-in/accounts'
import { eq, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgArray, PgColumn, type PgTable, type PgUpdateSetSource } from 'drizzle-orm/pg-core'
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
  /**
   * A pattern of their email addresses, which are theirs alone wherever they stand. Empty: there are none.
   */
  everywherePattern: string
  /** A pattern of phone numbers, streets and full names as well, for what was written to this person. */
  nearbyPattern: string
}

/** The ids of what an erasure leaves for now. @see docs/rules/own-data.md#evidence-of-reports-and-disputes */
export type Evidence = {
  reports: readonly number[]
  disputes: readonly number[]
  chargebacks: readonly number[]
  reviews: readonly number[]
  conversations: readonly number[]
  files: readonly string[]
}

/**
 * Whether there is evidence to keep. Reviews, conversations and files are only kept with one of these three.
 */
export const hasEvidence = ({ reports, disputes, chargebacks }: Evidence) =>
  reports.length + disputes.length + chargebacks.length > 0

/** The SQL condition that a column's id is none of these. */
export const isNoneOf = (column: SQLWrapper, ids: readonly number[]): SQL =>
  sql`${column} <> ALL(${sql.param([...ids])}::int[])`

type ColumnOf<Table extends PgTable> = keyof Table['$inferSelect'] & string

/** Which rows belong to a person: given by the column that has the person's id, or by a condition. */
type Belonging<Who extends Person = Person> = PgColumn | ((person: Who) => SQL | undefined)

/** A file of the export: which rows of the table are in it. */
export type Export = {
  /** Names the file: `messages` is `messages.json`. */
  subject: string
  of: Belonging
  /** Columns that are not this person's to see. */
  omit?: readonly string[]
  /** Further fields, such as the first name of the other side. */
  add?: Readonly<Record<string, SQL | ((person: Person) => SQL)>>
}

/** One step of an erasure. It returns how many rows changed. */
type ErasureStep = (transaction: Transaction, leaver: Leaver) => Promise<number>

type Classes<Table extends PgTable> = {
  /** Facts about a person. They are exported. */
  personal?: readonly ColumnOf<Table>[]
  /** Hashes, tokens, and the product's own bookkeeping. They are never exported. */
  withheld?: readonly ColumnOf<Table>[] | 'all'
  /**
   * What doesn't identify anyone. It is exported with the row. Every other column that can't hold words is
   * plain: numbers, times, and states from a list.
   */
  plain?: readonly ColumnOf<Table>[]
  /** Columns with names or email addresses of people, and why they don't hold an id instead. */
  names?: Readonly<Partial<Record<ColumnOf<Table>, string>>>
}

type Description<Table extends PgTable> = Classes<Table> & {
  /** What an erasure leaves of the table, or why it holds nothing personal. */
  why: string
  exports?: readonly Export[]
  /**
   * Removes the person from rows that the product wrote for others. Returns how many rows changed. Safe to
   * repeat.
   */
  scrub?: ErasureStep
  /**
   * A column with texts of other people, or a field of one such as `visit.note`, in which what identifies the
   * person beyond doubt is replaced. Never reviews, reports, disputes, or what staff wrote.
   */
  othersTexts?: {
    place: ColumnOf<Table> | `${ColumnOf<Table>}.${string}`
    /** What was written to the person. */
    toPerson: (person: Person) => SQL | undefined
    /** The rows that may be changed: all but evidence, which stays as it is. By default all. */
    where?: (leaver: Leaver) => SQL
  }
  /** Erases the person's own rows. Returns how many rows changed. Safe to repeat. */
  erase?: ErasureStep
}

/** What `describeTable` makes of a table and its description. Columns are given by their names. */
export type TableData = { table: PgTable } & Omit<
  Description<PgTable>,
  keyof Classes<PgTable> | 'othersTexts'
> & {
    personal: readonly string[]
    withheld: readonly string[]
    plain: readonly string[]
    names?: Readonly<Partial<Record<string, string>>>
    othersTexts?: Omit<NonNullable<Description<PgTable>['othersTexts']>, 'place'> & { place: string }
  }

/** The tables of a slice, and by which words other records could name a person. */
export type PersonalData = {
  tables: readonly TableData[]
  findWords?: (reader: Reader, person: Person) => Promise<FoundWords>
}

/**
 * Words by which a person can be found in other people's texts, at most `MOST_WORDS` of each kind. `names`
 * are those under which they booked or were booked, `streets` those where visits were.
 */
export type FoundWords = { emails?: string[]; phones?: string[]; streets?: string[]; names?: string[] }

/**
 * An erasure looks for no more words of a kind than this, the newest ones, however often somebody changed
 * theirs.
 */
export const MOST_WORDS = 20

/** Describes a table. The compiler checks the columns' names, and a test that no column is missing. */
export function describeTable<Table extends PgTable>(
  table: Table,
  { personal = [], withheld = [], plain = [], ...rest }: Description<Table>,
): TableData {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>)
  const withheldNames = withheld === 'all' ? columns.map(([name]) => name) : withheld
  const classified: readonly string[] = [...personal, ...withheldNames, ...plain]
  const otherPlain = columns.filter(([name, column]) => !classified.includes(name) && !canHoldWords(column))
  return {
    table,
    personal,
    withheld: withheldNames,
    plain: [...plain, ...otherPlain.map(([name]) => name)],
    ...rest,
  }
}

/**
 * Describes a table in which each row belongs to one person. An erasure deletes the rows; with a `subject`,
 * the person's export has them.
 */
export function describeOwn<Table extends PgTable>(
  table: Table,
  owner: PgColumn,
  { subject, omit = [], why = 'Deleted', ...classes }: Classes<Table> & OwnRows,
): TableData {
  return describeTable(table, {
    ...classes,
    why,
    exports: subject === undefined ? [] : [{ subject, of: owner, omit }],
    erase: deleteRows(table, owner),
  })
}

/** `subject` is the file of the export; without one, the rows are only deleted. */
type OwnRows = { subject?: string; omit?: readonly string[]; why?: string }

/** Whether a column can hold words: text, JSON, a search vector or bytes, but not values of a fixed list. */
function canHoldWords(column: PgColumn): boolean {
  const { enumValues = [] } = column instanceof PgArray ? column.baseColumn : column
  return enumValues.length === 0 && /^(text|varchar|json|tsvector|bytea)/.test(column.getSQLType())
}

/** The SQL condition of the rows that belong to a person. */
export const toWhere = <Who extends Person>(of: Belonging<Who>, person: Who): SQL | undefined =>
  of instanceof PgColumn ? eq(of, person.id) : of(person)

/** The step that deletes a person's rows. */
export const deleteRows =
  (table: PgTable, of: Belonging<Leaver>): ErasureStep =>
  (transaction, leaver) =>
    countChanged(transaction.delete(table).where(toWhere(of, leaver)))

/** The step that empties columns of a person's rows. */
export const updateRows =
  <Table extends PgTable>(
    table: Table,
    values: PgUpdateSetSource<Table>,
    of: Belonging<Leaver>,
  ): ErasureStep =>
  (transaction, leaver) =>
    countChanged(transaction.update(table).set(values).where(toWhere(of, leaver)))

/** How many rows a statement changed. */
export async function countChanged(statement: PromiseLike<{ rowCount: number | null }>): Promise<number> {
  return (await statement).rowCount ?? 0
}

/** No column that is scrubbed has a limit below this length, so that a text up to it always fits. */
const SAFE_TEXT_LENGTH = 1_000

/**
 * Writes "Former member" wherever these places match a pattern. A text that became longer than its column
 * may allow is cut.
 * @param places columns of text, or fields of JSON such as `visit.note`
 * @param pattern `everywherePattern` or `nearbyPattern` of a leaver
 * @param where the rows; all by default
 * @returns how many rows changed
 */
export async function scrubColumns(
  transaction: Transaction,
  table: PgTable,
  places: readonly string[],
  pattern: string,
  where: SQL = sql`true`,
): Promise<number> {
  if (pattern === '') return 0
  const columns = getTableColumns(table) as Record<string, PgColumn>
  let changed = 0
  for (const place of places) {
    const [name = '', field] = place.split('.')
    const column = columns[name] as PgColumn
    const text = field === undefined ? sql`${column}` : sql`${column} ->> ${field}::text`
    const replaced = sql`regexp_replace(${text}, ${pattern}, ${FORMER_MEMBER}, 'gi')`
    const cut = sql`left(${replaced}, greatest(length(${text}), ${SAFE_TEXT_LENGTH}))`
    const newValue =
      field === undefined ? cut : sql`jsonb_set(${column}, ARRAY[${field}::text], to_jsonb(${cut}))`
    const update = transaction.update(table).set({ [name]: newValue })
    changed += await countChanged(update.where(sql`(${where}) AND ${text} ~* ${pattern}`))
  }
  return changed
}

/**
 * Makes a regular expression of PostgreSQL, for `~*`, that finds these words on their own and in any case,
 * also as they are written in addresses.
 * @param words such as full names and email addresses
 * @param phones numbers of seven digits or more, found with and without the country
 */
export function createPattern(words: readonly string[], phones: readonly string[] = []): string {
  const forms = words
    .map((word) => word.trim())
    .filter((word) => word.length > 1)
    .flatMap((word) => [word, encodeURIComponent(word), word.replaceAll(' ', '+')])
  return [...phones.map(toPhoneExpression), ...[...new Set(forms)].map(toExpression)].join('|')
}

/** Scripts without spaces between words, or with endings that are attached to names. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

type Around = readonly [before: string, after: string]
/** What a word consists of, inside a bracket expression: letters, their accents, and digits. */
const WORD_CHARACTERS = '[:alnum:]\\u0300-\\u036F'
const AROUND_WORD: Around = [`(?<![${WORD_CHARACTERS}])`, `(?![${WORD_CHARACTERS}])`]
/** `b@example.test` is neither the end of `ann.b@example.test` nor the beginning of `b@example.test.org`. */
const AROUND_EMAIL: Around = [`(?<![${WORD_CHARACTERS}.+_-])`, `(?!\\.?[${WORD_CHARACTERS}-])`]

/** A regular expression for a word that no other letter touches. */
function toExpression(form: string): string {
  const [before, after] = /@|%40/.test(form) ? AROUND_EMAIL : AROUND_WORD
  const escaped = form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return UNSPACED.test(form) ? escaped : `${before}${escaped}${after}`
}

/** A number with fewer digits is only found with its country code, as it may be any other number. */
const MIN_PHONE_DIGITS = 7

/** What may stand between the digits of a phone number, also in addresses. */
const SEPARATOR = '(?:[\\s.()/+\\u00A0\\u2010-\\u2013-]|%2[0-9A-F]){0,4}'

/**
 * A regular expression for a phone number, with any separators, and with or without the country code and the
 * leading zero. An extension, which begins with a letter, is left out.
 */
function toPhoneExpression(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone)
  const writtenDigits = phone.replace(/\p{L}.*$/u, '').replace(/\D/g, '')
  const digitsWithoutZeros = writtenDigits.replace(/^0+/, '')
  const digits =
    parsed?.nationalNumber ??
    (digitsWithoutZeros.length < MIN_PHONE_DIGITS ? writtenDigits : digitsWithoutZeros)
  const country = parsed ? `(?:\\+|00|%2B)?${parsed.countryCallingCode}` : '(?:\\+|00|%2B)[0-9]{1,3}'
  const countryQuantifier = digits.length < MIN_PHONE_DIGITS ? '' : '?'
  const national = [...digits].join(SEPARATOR)
  return `(?<![0-9])\\(?(?:${country}${SEPARATOR})${countryQuantifier}(?:0${SEPARATOR})?${national}(?![0-9])`
}

/**
 * The first name of a user, for exports: all that a person gets to see of the other side.
 * @param userId SQL of an id
 */
export function firstNameOf(userId: SQLWrapper): SQL {
  return sql`(SELECT split_part(people.full_name, ' ', 1) FROM users AS people WHERE people.id = ${userId})`
}
