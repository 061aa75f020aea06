import { EmergencyCall } from './emergency-call.tsx'

export default { component: EmergencyCall }

export const OneNumber = { args: { country: 'United States' } }
export const SeveralNumbers = { args: { country: 'United Arab Emirates' } }
export const NoNumber = { args: { country: '' } }
