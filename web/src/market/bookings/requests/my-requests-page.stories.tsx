import { listOf } from '../../../../test/data.ts'
import { handle } from '../../../../test/handlers.ts'
import { requests, weeklyRequest } from '../../../../test/lists.ts'
import { MyRequestsPage } from './my-requests-page.tsx'

export default { component: MyRequestsPage }

const noBooking = handle('get /api/requests/bookings/caretaker/', listOf([]))
const answering = (body: object, status?: number) => ({
  parameters: { handlers: [handle('get /api/requests/mine/', body, status), noBooking] },
})

export const SeveralPages = answering(listOf(requests, 23))
export const Weekly = answering(listOf([weeklyRequest]))
export const Empty = answering(listOf([]))
export const Loading = {}
export const Failed = answering({ detail: 'Something went wrong on our side.' }, 500)
