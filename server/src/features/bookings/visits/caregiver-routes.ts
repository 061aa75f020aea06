import { caregiverDetail } from '@tendwell/contract/profiles/profiles'
import { idParams } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../platform/http/http.ts'
import { getListedCaregiver } from '../../search/index.ts'
import { getCompletionRate } from './completion-queries.ts'
import { getTrackRecord } from './track-record-queries.ts'

/** The route of a caregiver's page, with what the records of their bookings say. */
export function caregiverRoutes(app: App, { backgroundChecks, clock, config, replica }: Deps): void {
  app.get(
    '/api/auth/caregivers/:id',
    {
      config: { access: 'optional' },
      schema: { summary: 'Get a caregiver', params: idParams, response: { 200: caregiverDetail } },
    },
    (request) =>
      replica.read(async (database) => {
        const { id } = request.params
        const viewerId = request.actor?.id
        const caregiver = await getListedCaregiver(
          { backgroundChecks, database, clock, config },
          id,
          viewerId,
        )
        const { completion_rate } = await getCompletionRate(database, id, clock.now())
        return { ...caregiver, completion_rate, ...(await getTrackRecord(database, id, clock.now())) }
      }),
  )
}
