import { z } from 'zod'
import { COUNTRIES } from '../reference.ts'
import { idSchema, pageSchema, text } from '../wire.ts'

/** A city or town. Its id is GeoNames'. @see docs/rules/profiles-and-files.md#places */
export const placeSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The state, province or region; empty if it is not known. */
  region: z.string(),
  country: z.enum(COUNTRIES),
})
export type Place = z.infer<typeof placeSchema>

export const placeQuery = z.strictObject({ q: text('Search', 100).default('') })
export const placeList = pageSchema(placeSchema)
