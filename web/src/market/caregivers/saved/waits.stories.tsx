import { handle } from '../../../../test/handlers.ts'
import { failing } from '../../../../test/stories.tsx'
import { Waits } from './waits.tsx'

export default { render: () => <Waits /> }

const list = 'get /api/availability/waitlist/' as const
const waits = [
  { id: 4, caregiver_id: 2, caregiver_name: 'Nora Lind', date: '2026-06-04' },
  { id: 5, caregiver_id: 3, caregiver_name: 'Priyanka Venkataraman-Subramaniam', date: '2026-06-20' },
]

export const Filled = { parameters: { handlers: [handle(list, { waits })] } }
export const Empty = { parameters: { handlers: [handle(list, { waits: [] })] } }
export const Loading = {}
export const Failed = failing(list)
