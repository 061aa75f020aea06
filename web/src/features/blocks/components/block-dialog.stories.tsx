import { BlockDialog } from './block-dialog.tsx'
import { UnblockDialog } from './unblock-dialog.tsx'

export default {}

const onClose = () => undefined
const byFamily = { role: 'caretaker', person: { id: 2, full_name: 'Nora Lind' }, onClose } as const
const byCaregiver = { role: 'caregiver', person: { id: 1, full_name: 'Fay Hart' }, onClose } as const

export const ByFamily = { render: () => <BlockDialog {...byFamily} /> }
export const ByCaregiver = { render: () => <BlockDialog {...byCaregiver} /> }
export const Unblock = { render: () => <UnblockDialog person={byFamily.person} onClose={onClose} /> }
