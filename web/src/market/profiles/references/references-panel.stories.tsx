import { references } from '../../../../test/references.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { ReferencesPanel } from './references-panel.tsx'

export default { component: ReferencesPanel }

const own = 'get /api/auth/caregiver/references/'
const { asked, confirmed, notConfirmed } = references

export const None = answering(own, { references: [] })
export const Three = answering(own, { references: [asked, confirmed, notConfirmed] })
export const Loading = {}
export const Failed = failing(own)
