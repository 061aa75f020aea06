import { z } from 'zod'
import { CALL_DATES, isZone } from './time.ts'

/** Largest id PostgreSQL's `integer` holds; anything beyond names nothing. */
const MAX_ID = 2_147_483_647

/** An id inside a JSON body or answer. */
export const idSchema = z.int().positive().max(MAX_ID)

/** `{id}` of a path. What is no id names nothing, so the server answers 404, not 400. */
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

/** Text that may be empty. `maximum` counts UTF-16 units, as a browser's maxlength does. */
export function text(label: string, maximum: number) {
  return z
    .string({ error: `${label} must be text` })
    .max(maximum, { error: `${label} must be at most ${maximum} characters` })
    .refine(isStorable, { error: `${label} has characters that can't be stored` })
}

/** Text that must hold more than white space: '{label} is required' (marketplace spec §5). */
export function requiredText(label: string, maximum: number) {
  return z
    .string({ error: `${label} is required` })
    .refine((value) => value.trim() !== '', { error: `${label} is required`, abort: true })
    .max(maximum, { error: `${label} must be at most ${maximum} characters` })
    .refine(isStorable, { error: `${label} has characters that can't be stored` })
}

/** A list of distinct short texts, each trimmed. */
export function textList(label: string, { most, maximum }: { most: number; maximum: number }) {
  return z
    .array(
      requiredText(label, maximum).transform((value) => value.trim()),
      {
        error: `${label} must be a list`,
      },
    )
    .max(most, { error: `${label} can hold at most ${most}` })
    .transform((values) => [...new Set(values)])
}

/** `YYYY-MM-DD` that is a day of the calendar, from 1970 to 2199. */
export const localDateSchema = z.iso
  .date({ error: 'Enter a date as YYYY-MM-DD' })
  .refine((value) => value >= CALL_DATES.first && value <= CALL_DATES.last, {
    error: 'Enter a date as YYYY-MM-DD',
  })

/** `HH:MM`, 00:00 to 23:59. As an end, 00:00 is the midnight that ends the day. */
export const localTimeSchema = z
  .string({ error: 'Enter a time as HH:MM' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time as HH:MM' })

/** An IANA zone name. */
export const zoneSchema = z
  .string({ error: 'Timezone is required' })
  .max(64, { error: 'Unknown timezone' })
  .refine(isZone, { error: 'Unknown timezone' })

/** ISO 8601 UTC, as answers carry it. */
export const instantSchema = z.iso.datetime()

/** US dollars with at most two decimals, as answers carry money. */
export const usdSchema = z.number()

/** A number in a query string: digits alone, so that '' and '1e3' are errors and nothing is coerced. */
export function queryInteger(label: string, { least, most }: { least: number; most: number }) {
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: `${label} must be a whole number` })
    .transform(Number)
    .refine((value) => value >= least && value <= most, {
      error: `${label} must be from ${least} to ${most}`,
    })
}

/** A comma list in a query string; empty parts are dropped. */
export function queryList(label: string, most: number) {
  return text(label, 2_000)
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((values) => values.length <= most, { error: `${label} can hold at most ${most}` })
}

/** `page` (from 1) and `page_size` (at most 100) of a list. */
export function pageQuery(defaultSize: number) {
  return {
    page: queryInteger('Page', { least: 1, most: 100_000 }).default(1),
    page_size: queryInteger('Page size', { least: 1, most: 100 }).default(defaultSize),
  }
}

/** A page of a list: `next` and `previous` are paths of this API. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    count: z.int().nonnegative(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })
}

export type Page<Item> = { count: number; next: string | null; previous: string | null; results: Item[] }

export const messageResponse = z.object({ message: z.string() })

/** The one form of every error; field errors stand beside it under their field's name. */
export const errorResponse = z
  .object({ detail: z.string(), code: z.string(), request_id: z.string() })
  .catchall(z.unknown())
export type ErrorResponse = z.infer<typeof errorResponse>
