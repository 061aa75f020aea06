/** @see docs/rules/availability.md#minimum-notice */
import type { AvailabilitySettings } from '@tendwell/contract/availability/settings'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { findAvailabilitySettings, setAvailabilitySettings } from '../../profiles/index.ts'
import { updateHours } from '../calendar/calendar-update.ts'

const NONE: AvailabilitySettings = { notice_hours: 0, minimum_visit_minutes: 0, meeting_hours: 'bookable' }

/** What a caregiver asks of all requests; nothing before they have a profile. */
export async function getSettings(
  { database }: Pick<Deps, 'database'>,
  caregiverId: number,
): Promise<AvailabilitySettings> {
  return (await findAvailabilitySettings(database, caregiverId)) ?? NONE
}

/**
 * Changes what a caregiver asks of all requests, but not of those already sent. Families who wait for hours hear of
 * those that a shorter notice offers.
 * @throws AppError 403 unless verified
 */
export function changeSettings(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  caregiverId: number,
  settings: AvailabilitySettings,
): Promise<AvailabilitySettings> {
  return withTransaction(deps.database, (transaction) =>
    updateHours(transaction, deps, caregiverId, async () => {
      await setAvailabilitySettings(transaction, caregiverId, settings)
      return { result: settings }
    }),
  )
}
