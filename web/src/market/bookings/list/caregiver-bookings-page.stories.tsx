import { listOf } from '../../../../test/data.ts'
import { bookings } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { CaregiverBookingsPage } from './caregiver-bookings-page.tsx'

export default { component: CaregiverBookingsPage }

const list = 'get /api/requests/bookings/caregiver/'

export const SeveralPages = answering(list, listOf(bookings, 23))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
