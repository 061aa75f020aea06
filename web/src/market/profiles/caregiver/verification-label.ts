import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'

/** How a caregiver sees their own verification status. */
const words: Record<VerificationStatus, string> = {
  pending: 'Pending Verification',
  verified: 'Verified',
  rejected: 'Rejected',
  flagged: 'Under Review',
}

export function getVerificationLabel(status: VerificationStatus): string {
  return words[status]
}
