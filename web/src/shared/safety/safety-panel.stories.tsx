import { booking } from '../../../test/data.ts'
import { SafetyPanel } from './safety-panel.tsx'

export default { component: SafetyPanel, args: { name: 'Nora Lind' } }

export const WithANumber = { args: { booking } }
export const WithoutANumber = { args: { booking: { ...booking, safety: { country: '' } } } }
