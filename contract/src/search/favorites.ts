import { z } from 'zod'
import { publicCaregiver } from '../profiles/profiles.ts'
import { LIST_PAGE_SIZES } from '../reference.ts'
import { idSchema, pageQuery, pageSchema } from '../wire.ts'

export const favoritesQuery = z.strictObject(pageQuery(LIST_PAGE_SIZES.caregivers))
export const favoritesPage = pageSchema(publicCaregiver)

/** The ids of all of a family's favorites. */
export const favoriteIds = z.object({ ids: z.array(idSchema) })
