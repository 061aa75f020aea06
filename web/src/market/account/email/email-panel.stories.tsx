import { pendingEmailChange } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { EmailPanel } from './email-panel.tsx'

export default { render: () => <EmailPanel email="fay@example.test" /> }

const call = 'get /api/auth/email/'

export const Form = answering(call, { email: 'fay@example.test', pending: null })
export const Pending = answering(call, pendingEmailChange)
export const Loading = {}
export const Failed = failing(call)
