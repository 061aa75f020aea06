import { type Place, placeSchema } from '@tendwell/contract/profiles/places'
import { readTabItem, writeTabItem } from '../../lib/session/tab-storage.ts'

const storageKey = 'tendwell.searched-place'

/** Keeps in this tab near which place the last search looked; null for anywhere. */
export function keepSearchedPlace(place: Place | null): void {
  writeTabItem(storageKey, place)
}

/** The place near which this tab last looked for care. The visit of a family without a city in its profile is there. */
export function readSearchedPlace(): Place | null {
  return placeSchema.safeParse(readTabItem(storageKey)).data ?? null
}
