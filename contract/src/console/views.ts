/** Saved views of the console's lists. @see docs/rules/console.md#saved-views */
import { z } from 'zod'
import { idSchema, pageSchema, requiredText, text } from '../wire.ts'

/** The console's screens that have lists, by their paths below `/admin`. */
export const VIEW_SCREENS = [
  'dashboard',
  'requests',
  'disputes',
  'reports',
  'payments',
  'payouts',
  'audit',
] as const
export type ViewScreen = (typeof VIEW_SCREENS)[number]

export const VIEW_NAME_MAXIMUM = 60
/** The most views of one person on one screen. */
export const VIEWS_MAXIMUM = 20

const screenSchema = z.enum(VIEW_SCREENS, { error: 'Unknown screen' })

export const viewsQuery = z.strictObject({ screen: screenSchema })
export const viewBody = z.strictObject({
  screen: screenSchema,
  name: requiredText('Name', VIEW_NAME_MAXIMUM).transform((value) => value.trim()),
  /** The query string of the screen's URL, without its page: `status=closed&sort=-amount_usd`. */
  query: text('Query', 1_000),
})
export const viewResponse = z.object({ id: idSchema, name: z.string(), query: z.string() })
export type View = z.infer<typeof viewResponse>
export const viewsResponse = pageSchema(viewResponse)
