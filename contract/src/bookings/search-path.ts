import type { BackupCaregivers } from '../profiles/profiles.ts'
import { EXCEPT_MAXIMUM } from '../reference.ts'
import { paths } from '../routes.ts'

/** Where and what care is sought, and who is left out. */
export type SoughtCare = Pick<BackupCaregivers, 'place' | 'excluded' | 'care'>

/**
 * The search for who does this care at these hours in the visit's city.
 * @param window wall time of the reader's zone
 */
export function toSearchPath(
  window: { date: string; start: string; end: string } | undefined,
  { place, excluded, care }: SoughtCare,
): string {
  const filters = {
    q: care,
    country: place.country,
    city: place.city,
    available_on: window?.date ?? '',
    start: window?.start ?? '',
    end: window?.end ?? '',
    except: excluded.slice(0, EXCEPT_MAXIMUM).join(','),
  }
  const query = Object.entries(filters).flatMap(([name, value]) =>
    value === '' ? [] : `${name}=${encodeURIComponent(value)}`,
  )
  return query.length > 0 ? `${paths.caregivers}?${query.join('&')}` : paths.caregivers
}
