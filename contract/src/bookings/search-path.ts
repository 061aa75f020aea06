import { paths } from '../routes.ts'

/**
 * The search for who is free at these hours in the visit's city.
 * @param window wall time of the reader's zone
 */
export function toSearchPath(
  window: { date: string; start: string; end: string } | undefined,
  address: { city: string; country: string } | null,
): string {
  const filters = {
    country: address?.country ?? '',
    city: address?.city ?? '',
    available_on: window?.date ?? '',
    start: window?.start ?? '',
    end: window?.end ?? '',
  }
  const query = Object.entries(filters).flatMap(([name, value]) =>
    value === '' ? [] : `${name}=${encodeURIComponent(value)}`,
  )
  return query.length > 0 ? `${paths.caregivers}?${query.join('&')}` : paths.caregivers
}
