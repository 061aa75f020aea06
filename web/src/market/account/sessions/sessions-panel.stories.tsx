import { listOf } from '../../../../test/data.ts'
import { deviceSessions } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export default { component: SessionsPanel }

const list = 'get /api/auth/sessions/'

export const SeveralPages = answering(list, listOf(deviceSessions, 8))
export const Loading = {}
export const Failed = failing(list)
