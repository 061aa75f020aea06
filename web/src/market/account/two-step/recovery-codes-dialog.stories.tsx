import { recoveryCodes } from '../../../../test/two-step.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

export default { component: RecoveryCodesDialog }

export const Default = { args: { codes: recoveryCodes, onDone: () => undefined } }
