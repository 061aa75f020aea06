import type { User } from '@tendwell/contract/sign-in/accounts'
import type { Role } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'

export interface NavLinkTo {
  label: string
  to: string
}

const account: NavLinkTo = { label: 'Account', to: paths.account }

const disputes: NavLinkTo = { label: 'Disputes', to: paths.adminDisputes }

const roleLinks: Record<Role, readonly NavLinkTo[]> = {
  admin: [
    { label: 'Dashboard', to: paths.admin },
    { label: 'Analytics', to: paths.adminAnalytics },
    disputes,
    account,
  ],
  caregiver: [
    { label: 'Profile', to: paths.caregiverProfile },
    { label: 'Wallet', to: paths.wallet },
    { label: 'Availability', to: paths.availability },
    { label: 'Requests', to: paths.incomingRequests },
    { label: 'Bookings', to: paths.caregiverBookings },
    { label: 'Disputes', to: paths.caregiverDisputes },
    account,
  ],
  caretaker: [
    { label: 'Profile', to: paths.caretakerProfile },
    { label: 'Favorites', to: paths.favorites },
    { label: 'Requests', to: paths.requests },
    { label: 'Bookings', to: paths.bookings },
    { label: 'Reviews', to: paths.myReviews },
    { label: 'Payment History', to: paths.paymentHistory },
    { label: 'Disputes', to: paths.caretakerDisputes },
    { label: 'Create Dispute', to: paths.createDispute },
    account,
  ],
}

/** The user menu by role. Finance staff don't work on disputes. */
export function getRoleLinks({ role, staff_role: staffRole }: User): readonly NavLinkTo[] {
  return staffRole === 'finance' ? roleLinks[role].filter((link) => link !== disputes) : roleLinks[role]
}

export const siteLinks: readonly NavLinkTo[] = [
  { label: 'Home', to: paths.home },
  { label: 'Blog', to: paths.home },
  { label: 'Categories', to: paths.home },
]

/** The main call to action. */
export function getMainAction(role: Role | undefined): NavLinkTo {
  return role === 'caregiver'
    ? { label: 'Set Availability', to: paths.availability }
    : { label: 'Find a Caregiver', to: paths.caregivers }
}
