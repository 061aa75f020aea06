import { EXCEPT_MAXIMUM } from '../reference.ts'
import { paths } from '../routes.ts'

/**
 * The search for who is free at these hours in the visit's city.
 * @param window wall time of the reader's zone
 * @param except ids of caregivers who are left out
 */
export function toSearchPath(
  window: { date: string; start: string; end: string } | undefined,
  address: { city: string; country: string } | null,
  except: readonly number[] = [],
): string {
  const filters = {
    country: address?.country ?? '',
    city: address?.city ?? '',
    available_on: window?.date ?? '',
    start: window?.start ?? '',
    end: window?.end ?? '',
    except: except.slice(0, EXCEPT_MAXIMUM).join(','),
  }
  const query = Object.entries(filters).flatMap(([name, value]) =>
    value === '' ? [] : `${name}=${encodeURIComponent(value)}`,
  )
  return query.length > 0 ? `${paths.caregivers}?${query.join('&')}` : paths.caregivers
}
