import type { VerificationStatus } from '@tendwell/contract/profiles'

/** A caregiver's own verification, in the specification's words. */
const words: Record<VerificationStatus, string> = {
  pending: 'Pending Verification',
  verified: 'Verified',
  rejected: 'Rejected',
  flagged: 'Under Review',
}

export function verificationWord(status: VerificationStatus): string {
  return words[status]
}
