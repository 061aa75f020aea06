import { listOf } from '../../../../test/data.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { DocumentOpenings } from './document-openings.tsx'

export default { component: DocumentOpenings }

const call = 'get /api/auth/caregiver/documents/openings/'
const openings = [
  { id: 3, document: 'certificate', opened_at: '2026-05-28T14:05:00Z' },
  { id: 2, document: 'gov_id_back', opened_at: '2026-05-03T09:41:00Z' },
  { id: 1, document: 'gov_id_front', opened_at: '2026-05-03T09:40:00Z' },
]

export const Filled = answering(call, listOf(openings))
export const More = answering(call, listOf(openings, 12))
export const Empty = answering(call, listOf([]))
export const Loading = {}
export const Failed = failing(call)
