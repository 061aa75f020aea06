import { answering, failing } from '../../../test/stories.tsx'
import { openRecovery, personTwoStep } from '../../../test/two-step.ts'
import { SignInSecurityPanel } from './sign-in-security-panel.tsx'

export default { component: SignInSecurityPanel, args: { personId: 2, name: 'Nora Lind' } }

const call = 'get /api/admin-panel/people/2/two-step/'
const off = { is_on: false, passkeys: 0, has_app: false, recovery_codes_left: 0, recovery: null }
const declined = {
  ...openRecovery,
  state: 'declined',
  decided_by: { id: 8, name: 'Olga Ortiz' },
  decided_at: '2026-06-01T10:00:00Z',
  can_decide: false,
}

export const On = answering(call, personTwoStep)
export const Off = answering(call, off)
export const OpenRequest = answering(call, { ...personTwoStep, recovery: openRecovery })
export const Waiting = answering(call, {
  ...personTwoStep,
  recovery: { ...openRecovery, obstacle: 'wait', has_approver: false },
})
export const Declined = answering(call, { ...personTwoStep, recovery: declined })
export const Loading = {}
export const Failed = failing(call)
