import { notificationSettings } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { SettingsPanel } from './settings-panel.tsx'

export default { component: SettingsPanel, args: { isCaregiver: true } }

const call = 'get /api/notifications/settings/'

export const Filled = answering(call, { settings: notificationSettings })
export const Loading = {}
export const Failed = failing(call)
