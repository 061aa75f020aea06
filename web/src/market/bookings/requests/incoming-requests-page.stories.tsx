import { listOf, ownCaregiverProfile } from '../../../../test/data.ts'
import { handle } from '../../../../test/handlers.ts'
import { requests } from '../../../../test/lists.ts'
import { IncomingRequestsPage } from './incoming-requests-page.tsx'

export default { component: IncomingRequestsPage }

const profile = handle('get /api/auth/caregiver/profile/', ownCaregiverProfile)
const answering = (body: object, status?: number) => ({
  parameters: { handlers: [handle('get /api/requests/incoming/', body, status), profile] },
})

export const SeveralPages = answering(listOf(requests, 23))
export const Empty = answering(listOf([]))
export const Loading = {}
export const Failed = answering({ detail: 'Something went wrong on our side.' }, 500)
