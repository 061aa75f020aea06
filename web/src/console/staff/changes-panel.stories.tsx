import type { StaffChange } from '@tendwell/contract/staff/staff'
import { listOf } from '../../../test/data.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { ChangesPanel } from './changes-panel.tsx'

export default { component: ChangesPanel }

const call = 'get /api/admin-panel/staff/changes/'
const change: StaffChange = {
  id: 6,
  kind: 'role',
  state: 'open',
  person: { id: 9, name: 'Sam Reed' },
  email: null,
  staff_role: 'admin',
  requested_by: { id: 31, name: 'Ada Moss' },
  requested_at: '2026-06-01T09:00:00Z',
  expires_at: '2026-06-08T09:00:00Z',
  can_decide: true,
  obstacle: null,
  has_approver: true,
}
const rows: StaffChange[] = [
  change,
  { ...change, id: 7, kind: 'invite', person: null, email: 'fia@example.test', can_decide: false },
  { ...change, id: 8, kind: 'deactivate', staff_role: null, obstacle: 'related', has_approver: false },
]

export const Full = answering(call, listOf(rows))
export const Empty = answering(call, listOf([]))
export const Loading = {}
export const Failed = failing(call)
