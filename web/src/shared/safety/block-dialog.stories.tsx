import { blockPreview, emptyBlockPreview } from '../../../test/data.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { UnblockDialog } from './unblock-dialog.tsx'

export default {}

const onClose = () => undefined
const byFamily = { role: 'caretaker', person: { id: 2, full_name: 'Nora Lind' }, onClose } as const
const byCaregiver = { role: 'caregiver', person: { id: 1, full_name: 'Fay Hart' }, onClose } as const

const ofCaregiver = 'get /api/blocks/2/preview/'
const ofFamily = 'get /api/blocks/1/preview/'

export const ByFamily = {
  render: () => <BlockDialog {...byFamily} />,
  ...answering(ofCaregiver, blockPreview({ refund_usd: 63, kept_usd: 63, disputed: 1 })),
}
export const ByCaregiver = {
  render: () => <BlockDialog {...byCaregiver} />,
  ...answering(ofFamily, blockPreview({ completion_rate: { now: 100, after: 92 } })),
}
export const NothingPaid = {
  render: () => <BlockDialog {...byFamily} />,
  ...answering(ofCaregiver, emptyBlockPreview),
}
export const Failed = { render: () => <BlockDialog {...byFamily} />, ...failing(ofCaregiver) }
export const Unblock = { render: () => <UnblockDialog person={byFamily.person} onClose={onClose} /> }
