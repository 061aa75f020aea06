import { formatFullDay } from '@tendwell/contract/format'
import { paths } from '@tendwell/contract/routes'
import type { LocalDate } from '@tendwell/contract/time'
import type { EventMap } from '../../events.ts'
import type { NoticeContent } from '../notices/index.ts'

type Ended = EventMap['background-check.ended']

const TO_PROFILE = {
  action_url: `${paths.caregiverProfile}#background-check`,
  action_text: 'View your profile',
}

const untilText = (validUntil: LocalDate | null) =>
  validUntil ? ` It counts until ${formatFullDay(validUntil)}.` : ''

/**
 * What a caregiver reads of each outcome. We don't have the report, so nothing of it can be in these texts.
 */
const TEXTS: Record<
  Ended['outcome'],
  (ended: Ended) => { subject: string; message: string; action?: typeof TO_PROFILE; hasHelpPage?: boolean }
> = {
  clear: ({ provider, validUntil }) => ({
    subject: 'Your background check is clear',
    message: `${provider} has finished your background check, and it’s clear. Families now see it on your page.${untilText(validUntil)}`,
  }),
  accepted: ({ validUntil }) => ({
    subject: 'Your background check is clear',
    message: `We’ve looked at the result of your background check and accepted it as clear. Families now see it on your page.${untilText(validUntil)}`,
  }),
  mismatch: ({ provider }) => ({
    subject: 'Your background check doesn’t match your ID',
    message: `The name or the date of birth that ${provider} checked is not the one on your ID, so families don’t see the check. Please start a new one from your profile, with your name and your date of birth as they are on your ID. If your ID has changed, upload the new one first.`,
  }),
  reopened: ({ provider }) => ({
    subject: 'Something changed in your background check',
    message: `${provider} has changed the result of your background check, and someone on our team is looking at it. Until we’re done, families don’t see it. You don’t need to do anything. If you think it’s wrong, ${provider} gives you a copy and corrects mistakes.`,
    hasHelpPage: true,
  }),
  needs_review: ({ provider }) => ({
    subject: 'Your background check needs a little more time',
    message: `${provider} has finished, and someone on our team is now looking at the result. This is common and doesn’t mean that anything is wrong. You don’t need to do anything. We’ll write to you as soon as we’re done.`,
  }),
  declined: ({ provider }) => ({
    subject: 'About your background check',
    message: `Thank you for taking the time for a background check. After looking at the result, we’ve decided not to show it on your page. Our decision is based in whole or in part on the report from ${provider}. They didn’t make this decision and can’t explain it. You can ask them for a free copy of your report within 60 days, and you can dispute anything in it that is wrong or incomplete. If they correct the report and it’s clear, it will appear on your page automatically. Your profile and your bookings stay as they are. If you have questions, please contact us. We’re glad to help.`,
    action: { action_url: paths.contact, action_text: 'Contact us' },
    hasHelpPage: true,
  }),
  canceled: ({ provider }) => ({
    subject: 'Your background check wasn’t finished',
    message: `${provider} couldn’t complete your background check. Nothing changes on your page. You can start again from your profile whenever you like.`,
  }),
  expired: ({ provider }) => ({
    subject: 'Your background check wasn’t finished',
    message: `The page where ${provider} asks for your details is no longer open, so the check has ended. Nothing changes on your page. You can start again from your profile whenever you like.`,
  }),
}

/** To the caregiver: their background check has a result, or staff decided on it. */
export function renderBackgroundCheckEnded(ended: Ended): NoticeContent {
  const { subject, message, action = TO_PROFILE, hasHelpPage = false } = TEXTS[ended.outcome](ended)
  return {
    type: 'background_check',
    subject,
    payload: { status: ended.outcome, message, ...action },
    ...(hasHelpPage &&
      ended.helpUrl && { facts: [{ label: 'Copies and corrections', text: ended.helpUrl }] }),
  }
}

/** To the caregiver: their badge ends soon. */
export function renderBackgroundCheckEnding(validUntil: LocalDate): NoticeContent {
  return {
    type: 'background_check_ending',
    subject: 'Your background check ends soon',
    payload: {
      message: `Your background check counts until ${formatFullDay(validUntil)}. After that day, families no longer see it on your page. Start a new one from your profile to keep it.`,
      action_url: `${paths.caregiverProfile}#background-check`,
      action_text: 'Start a new check',
    },
  }
}
