import {
  REJECT_REASON_TEXTS,
  REJECT_REASONS,
  type RejectReason,
} from '@tendwell/contract/bookings/reject-reasons'
import { Select } from '../../../ui/select.tsx'

/** The choice of a caregiver who says no without a reason. */
export const NO_REASON = 'none'
export type ChosenReason = RejectReason | typeof NO_REASON

/** The field `reason` of a caregiver's no, if they chose one. */
export const toReason = (reason: ChosenReason) => (reason === NO_REASON ? {} : { reason })

interface RejectReasonSelectProps {
  /** The family's. */
  name: string
  value: ChosenReason
  onChange: (reason: ChosenReason) => void
}

/** Why a caregiver says no, for the family; may be left out. */
export function RejectReasonSelect({ name, value, onChange }: RejectReasonSelectProps) {
  return (
    <Select
      label="Reason"
      hint={`${name} reads it. You can leave it out.`}
      value={value}
      onChange={onChange}
      options={[
        { id: NO_REASON, label: 'No reason' },
        ...REJECT_REASONS.map((id) => ({ id, label: REJECT_REASON_TEXTS[id].label })),
      ]}
    />
  )
}
