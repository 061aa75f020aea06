import { getErrorStatus } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'

/** For a change that the server refused because the caregiver is no longer verified. */
export function showNotAllowed(error: unknown): void {
  if (getErrorStatus(error) === 403) toast.error('Not allowed')
}
