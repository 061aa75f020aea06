import { listOf } from '../../../test/data.ts'
import { reviewableBookings } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { WaitingBookings } from './waiting-bookings.tsx'

export default { component: WaitingBookings }

const list = 'get /api/reviews/caretakers/reviewable-bookings/'

export const SeveralPages = answering(list, listOf(reviewableBookings, 8))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
