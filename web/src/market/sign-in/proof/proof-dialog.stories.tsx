import { ProofDialog } from './proof-dialog.tsx'

export default { component: ProofDialog, args: { settle: () => undefined } }

export const Password = { args: { methods: ['password'] } }
export const PasswordOrGoogle = { args: { methods: ['password', 'google'] } }
export const AppOrRecoveryCode = { args: { methods: ['app', 'recovery_code'] } }
export const NoMethod = { args: { methods: [] } }
