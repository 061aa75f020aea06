import { answering, failing } from '../../../../test/stories.tsx'
import { twoStepOff, twoStepOn } from '../../../../test/two-step.ts'
import { TwoStepPanel } from './two-step-panel.tsx'

export default { component: TwoStepPanel }

const call = 'get /api/auth/two-step/'

export const Off = answering(call, twoStepOff)
export const On = answering(call, twoStepOn)
export const FewCodesLeft = answering(call, { ...twoStepOn, passkeys: [], recovery_codes_left: 1 })
export const Loading = {}
export const Failed = failing(call)
