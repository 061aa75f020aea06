import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'

type Papers = Pick<
  OwnCaregiverProfile,
  'document_requests' | 'gov_id_back' | 'gov_id_front' | 'profile_complete'
>

/** What a pending caregiver has to do first; null if it is our turn. */
export function findMissing({
  gov_id_front: front,
  gov_id_back: back,
  profile_complete: isComplete,
}: Papers): { title: string; isDocument: boolean } | null {
  if (front === null || back === null) {
    const part = front !== null ? 'the back of ' : back !== null ? 'the front of ' : ''
    return { title: `Upload ${part}your ID so we can verify you`, isDocument: true }
  }
  return isComplete ? null : { title: 'Complete your profile so we can verify you', isDocument: false }
}

/** Whose turn it is once nothing is missing; the documents that staff want again have a banner of their own. */
export function describeTurn({ document_requests: requests }: Papers): string {
  return requests.length > 0
    ? 'We go on once you’ve uploaded what we need again.'
    : 'We’re checking your profile and your ID, and email you once it’s decided.'
}
