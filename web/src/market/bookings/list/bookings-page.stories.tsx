import { homeOf, listOf } from '../../../../test/data.ts'
import { handle } from '../../../../test/handlers.ts'
import { bookings } from '../../../../test/lists.ts'
import { BookingsPage } from './bookings-page.tsx'

export default { component: BookingsPage }

const nothingOpen = handle('get /api/home/', homeOf({}))

const answering = (body: object, status?: number) => ({
  parameters: { handlers: [handle('get /api/requests/bookings/caretaker/', body, status), nothingOpen] },
})

export const SeveralPages = answering(listOf(bookings, 23))
export const Empty = answering(listOf([]))
export const Loading = {}
export const Failed = answering({ detail: 'Something went wrong on our side.' }, 500)
