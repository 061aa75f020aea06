import type { ChangeDecision } from '@tendwell/contract/console/users'
import { describeRejection } from '@tendwell/contract/profiles/rejection-reason'
import { describeNeeds, type VerificationNeed } from '@tendwell/contract/profiles/verification-needs'
import { paths } from '@tendwell/contract/routes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { type NoticeContent, namePlaceholder } from '../notices/index.ts'

/** To admins: a caregiver signed up. */
export function renderCaregiverSignup(caregiverId: number): NoticeContent {
  const caregiverName = namePlaceholder(caregiverId)
  return {
    type: 'caregiver_signup',
    subject: null,
    payload: {
      caregiver_name: caregiverName,
      message: `${caregiverName} signed up as a caregiver and is waiting for verification.`,
      action_url: paths.admin,
      action_text: 'Review',
    },
  }
}

/**
 * To the caregiver: staff decided on their verification.
 * @param missingDetails the details that the profile still lacks to be listed
 */
export function renderVerificationChanged(
  status: 'verified' | 'rejected' | 'flagged',
  reason: string | null,
  missingDetails: readonly VerificationNeed[],
): NoticeContent {
  const isReady = status === 'verified' && missingDetails.length === 0
  const message = {
    verified: isReady
      ? 'You’re verified. Set your hours so families can find and book you.'
      : `You’re verified. Your profile still needs ${describeNeeds(missingDetails)} before families can find and book you.`,
    rejected: `We couldn’t verify your profile. Reason: ${reason === null ? 'not given' : describeRejection(reason)}`,
    flagged: 'Your profile is under review. We’ll let you know as soon as we’re done.',
  }[status]
  const mailMore = {
    verified: undefined,
    rejected:
      'To be checked again, upload new papers on your profile. Until we’ve verified you, families can’t find or book you, and payouts are on hold.',
    flagged:
      'Meanwhile families can’t find or book you, and payouts are on hold. Visits that are paid already are still on.',
  }[status]
  const subject = {
    verified: 'You’re verified',
    rejected: 'We couldn’t verify your profile',
    flagged: 'Your profile is under review',
  }[status]
  return {
    type: `caregiver_${status}`,
    subject,
    ...(mailMore && { mailMore }),
    payload: {
      status,
      message,
      action_url: isReady ? paths.availability : paths.caregiverProfile,
      action_text: isReady
        ? 'Set Availability'
        : status === 'verified'
          ? 'Complete your profile'
          : 'View your profile',
    },
  }
}

/** To admins: a verified caregiver's new name or photo waits for their decision. */
export function renderChangesSubmitted(caregiverId: number): NoticeContent {
  const caregiverName = namePlaceholder(caregiverId)
  return {
    type: 'caregiver_changes_submitted',
    subject: null,
    payload: {
      caregiver_name: caregiverName,
      message: `${caregiverName} changed their profile. Families see the new name, photo or description once you approve it.`,
      action_url: `${paths.admin}?verification=changes`,
      action_text: 'Review',
    },
  }
}

/**
 * To the caregiver: staff decided on their new name, photo or description.
 * @param reason why it was declined
 */
export function renderChangesDecided(
  decision: ChangeDecision,
  changed: { name: boolean; photo: boolean; description: boolean },
  reason: string,
): NoticeContent {
  const words = (['name', 'photo', 'description'] as const).filter((word) => changed[word])
  const changedParts = new Intl.ListFormat('en').format(words)
  const isOne = words.length === 1
  const link = { action_url: paths.caregiverProfile, action_text: 'View your profile' }
  if (decision === 'approve') {
    return {
      type: 'caregiver_changes_approved',
      subject: `Your new ${changedParts} ${isOne ? 'is' : 'are'} approved`,
      payload: {
        message: `We approved your new ${changedParts}. Families see ${isOne ? 'it' : 'them'} from now on.`,
        ...link,
      },
    }
  }
  return {
    type: 'caregiver_changes_declined',
    subject: `Your new ${changedParts} ${isOne ? 'wasn’t' : 'weren’t'} approved`,
    payload: {
      message: `We couldn’t approve your new ${changedParts}, so nothing has changed for families. Reason: ${reason}`,
      ...link,
    },
  }
}

/**
 * To the caregiver: a referee confirmed. It has no name, because a referee's data can be deleted at any time, and
 * notifications stay; the profile names them.
 */
export function renderReferenceConfirmed(): NoticeContent {
  return {
    type: 'reference_confirmed',
    subject: 'Someone confirmed your reference',
    payload: {
      message: 'One of the people you named confirmed your reference. Your page now counts it for families.',
      action_url: paths.caregiverProfile,
      action_text: 'See your references',
    },
  }
}

/** To a user whose profile is incomplete. */
export function renderProfileReminder(role: Side): NoticeContent {
  const benefit = {
    caregiver: 'helps the right families find you',
    caretaker: 'helps caregivers get to know your family',
  }[role]
  return {
    type: 'profile_setup_reminder',
    subject: 'Complete your profile',
    payload: {
      message: `Your profile isn’t complete yet. It takes just a few minutes and ${benefit}.`,
      action_url: `/${role}/profile`,
      action_text: 'Complete your profile',
    },
  }
}
