import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { STAFF_ROLE_NAMES } from '@tendwell/contract/staff/staff'
import { RadioGroup } from '../../ui/radio-group.tsx'

const roles: { id: StaffRole; label: string; note: string }[] = [
  {
    id: 'support',
    label: STAFF_ROLE_NAMES.support,
    note: 'People, bookings and disputes, with refunds of up to $200 a booking. No payments or payouts.',
  },
  {
    id: 'finance',
    label: STAFF_ROLE_NAMES.finance,
    note: 'Payments, refunds, payouts and reconciliation. No documents, addresses or messages.',
  },
  {
    id: 'admin',
    label: STAFF_ROLE_NAMES.admin,
    note: 'Everything, including staff, background jobs and the audit log.',
  },
]

interface RoleFieldProps {
  value: StaffRole
  onChange: (role: StaffRole) => void
}

/** A choice of staff role, each with what it may use. @see docs/rules/console.md#access */
export function RoleField(props: RoleFieldProps) {
  return <RadioGroup label="Role" options={roles} {...props} />
}
