import { z } from 'zod'
import { ACCEPTED_DATES, isZone } from './time.ts'

/** The largest id that PostgreSQL's `integer` holds. */
const MAX_ID = 2_147_483_647

/** An id in a JSON body or response. */
export const idSchema = z.int().positive().max(MAX_ID)

/** The `{id}` of a path. The server answers a malformed one with 404, as it does an unknown one. */
export const idParams = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
})

/** NUL and lone surrogates can't be stored by PostgreSQL or sent as UTF-8. */
function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

/**
 * Text that may be empty. `maximum` counts UTF-16 units, as a browser's maxlength does.
 * @param missing the error message if a required text is left out
 */
export function text(label: string, maximum: number, missing = `${label} is required`) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : `${label} must be text`) })
    .max(maximum, { error: `${label} must be at most ${maximum} characters` })
    .refine(isStorable, { error: `${label} has characters that can't be stored` })
}

/** Text with at least one character that is not white space. `maximum` counts as in `text`. */
export function requiredText(label: string, maximum: number) {
  return z
    .string({ error: `${label} is required` })
    .refine((value) => value.trim() !== '', { error: `${label} is required`, abort: true })
    .max(maximum, { error: `${label} must be at most ${maximum} characters` })
    .refine(isStorable, { error: `${label} has characters that can't be stored` })
}

/** A list of short texts, trimmed and without duplicates. `maxLength` is that of each text. */
export function textList(label: string, { maxItems, maxLength }: { maxItems: number; maxLength: number }) {
  return z
    .array(
      requiredText(label, maxLength).transform((value) => value.trim()),
      {
        error: `${label} must be a list`,
      },
    )
    .max(maxItems, { error: `${label} can hold at most ${maxItems}` })
    .transform((values) => [...new Set(values)])
}

/** A real date as `YYYY-MM-DD`, from 1970 to 2199. */
export const localDateSchema = z.iso
  .date({ error: 'Enter a date as YYYY-MM-DD' })
  .refine((value) => value >= ACCEPTED_DATES.first && value <= ACCEPTED_DATES.last, {
    error: 'Enter a date as YYYY-MM-DD',
  })

/** `HH:MM`, 00:00 to 23:59. As the end of hours, 00:00 is the midnight that ends the day. */
export const localTimeSchema = z
  .string({ error: 'Enter a time as HH:MM' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time as HH:MM' })

/** An IANA zone name. */
export const zoneSchema = z
  .string({ error: 'Time zone is required' })
  .max(64, { error: 'Unknown time zone' })
  .refine(isZone, { error: 'Unknown time zone' })

/** The browser's IANA zone, in which emails give times. An unknown one counts as none. */
export const readerZone = z
  .string({ error: 'Time zone must be text' })
  .max(64, { error: 'Unknown time zone' })
  .transform((zone) => (isZone(zone) ? zone : undefined))
  .optional()

/** An instant in a response: ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime()

/** Money in a response: US dollars with at most 2 decimals. */
export const usdSchema = z.number()

/** A whole number in a query string, written in digits only: '' and '1e3' are errors. */
export function queryInteger(label: string, { min, max }: { min: number; max: number }) {
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: `${label} must be a whole number` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `${label} must be from ${min} to ${max}`,
    })
}

const queryLists = new WeakSet<z.ZodType>()

/** Whether a field of a query is a list, so that `?a=1&a=2` means both values. */
export function isQueryList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional) return isQueryList(schema.unwrap())
  return schema instanceof z.ZodType && queryLists.has(schema)
}

/**
 * A comma-separated list in a query string; empty parts are dropped. A repeated parameter is one list, too.
 */
export function queryList(label: string, maxItems: number) {
  const list = text(label, 2_000)
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((values) => values.length <= maxItems, { error: `${label} can hold at most ${maxItems}` })
  queryLists.add(list)
  return list
}

export const PAGE_SIZE_MAXIMUM = 100

/**
 * The query fields `page` (from 1) and `page_size` (at most 100) of a list.
 * @see docs/rules/README.md#lists
 */
export function pageQuery(defaultSize: number) {
  return {
    page: queryInteger('Page', { min: 1, max: 100_000 }).default(1),
    page_size: queryInteger('Page size', { min: 1, max: PAGE_SIZE_MAXIMUM }).default(defaultSize),
  }
}

/**
 * The query field `sort` of a list: a field of its rows, with `-` in front for the largest or newest first.
 */
export function sortBy<const Field extends string>(...fields: readonly Field[]) {
  const sorts = fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`])
  return z.enum(sorts, { error: 'Unknown sort' }).optional()
}

/** A page of a list. `next` and `previous` are paths of this API. @see docs/rules/README.md#lists */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    count: z.int().nonnegative(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })
}

export type Page<Item> = { count: number; next: string | null; previous: string | null; results: Item[] }

export const messageResponse = z.object({ message: z.string() })

/** Every error; messages on a field are under the field's name. @see docs/rules/README.md#errors */
export const errorResponse = z
  .object({ detail: z.string(), code: z.string(), request_id: z.string() })
  .catchall(z.unknown())
export type ErrorResponse = z.infer<typeof errorResponse>
