import { listOf } from '../../../../test/data.ts'
import { staffAccess } from '../../../../test/own-data.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { StaffAccessPanel } from './staff-access-panel.tsx'

export default { component: StaffAccessPanel }

const call = 'get /api/account/staff-access'

export const Empty = answering(call, listOf([]))
export const Filled = answering(call, listOf(staffAccess))
export const Loading = {}
export const Failed = failing(call)
