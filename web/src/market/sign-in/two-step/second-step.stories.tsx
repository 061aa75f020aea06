import { SecondStep } from './second-step.tsx'

export default { component: SecondStep }

const pending = { ticket: 'a ticket', firstStep: 'password', email: 'fay@example.test' }

export const App = { args: { pending: { ...pending, methods: ['app', 'recovery_code'] } } }
export const PasskeyOrApp = {
  args: { pending: { ...pending, methods: ['passkey', 'app', 'recovery_code'] } },
}
export const OnlyRecoveryCodes = { args: { pending: { ...pending, methods: ['recovery_code'] } } }
export const NoRecoveryCodesLeft = { args: { pending: { ...pending, methods: ['app'] } } }
