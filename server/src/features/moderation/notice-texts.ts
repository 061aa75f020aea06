import { formatFullDay, formatShortDay } from '@tendwell/contract/format'
import { paths } from '@tendwell/contract/routes'
import type { ReportKind } from '@tendwell/contract/safety/reports'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { LocalDate } from '@tendwell/contract/time'
import type { EventMap } from '../../events.ts'
import { CONTACT, type NoticeContent, publicNamePlaceholder, toQuote } from '../notices/index.ts'
import type { DecisionSummary } from './queries.ts'

/** What the reported person reads when staff have hidden something of theirs, by its kind. */
const HIDDEN_TEXTS: Record<Exclude<ReportKind, 'booking'>, string> = {
  message:
    'We removed one of your messages because it goes against our rules. You both see a short notice in its place.',
  review: 'We removed one of your reviews because it goes against our rules. Other people no longer see it.',
  profile:
    'We hid your photo and description because they go against our rules. Write a new description, and families will see it once we’ve approved it.',
}

const TO_PROFILE = { action_url: paths.caregiverProfile, action_text: 'Open your profile' }

/** The label above the reported text in the mail to the reported person. */
const REPORTED_LABELS: Record<ReportKind, string> = {
  message: 'Your message',
  review: 'Your review',
  profile: 'Your profile',
  booking: 'Your booking',
}

/**
 * Tells support and admins that someone reported that something is wrong about a booking. Names no people.
 * @see docs/rules/safety.md#safety-on-a-booking
 */
export function renderUrgentReport({
  reportId,
  requestId,
  isUnderWay,
}: Pick<EventMap['report.urgent'], 'reportId' | 'requestId' | 'isUnderWay'>): NoticeContent {
  const now = isUnderWay ? ' A visit is under way right now.' : ''
  return {
    type: 'safety_alert',
    subject: isUnderWay ? 'Urgent: a safety report during a visit' : 'Urgent: a safety report',
    payload: {
      message: `Someone reported that something is wrong about booking #${requestId}.${now} Please look at it first.`,
      action_url: paths.adminReport(reportId),
      action_text: 'Open report',
    },
  }
}

/**
 * Tells the reported person what staff hid, or warns them. Never says who reported.
 * @returns null if staff neither hid nor warned, and for a suspension without hiding, which has a mail of its
 *   own
 * @see docs/rules/safety.md#notifications
 */
export function renderDecisionForReported(
  { kind, reportedText, measures, message }: DecisionSummary,
  role: Side,
): NoticeContent | null {
  const quote = message === '' ? {} : { quote: message }
  const facts = [
    { label: REPORTED_LABELS[kind], text: toQuote(reportedText) },
    { label: 'A note from our team', text: message },
  ].filter(({ text }) => text !== '')
  const warning = measures.includes('warn') ? ' This is a warning.' : ''
  const question = 'If you think this is a mistake, please write to us.'
  if (measures.includes('hide') && kind !== 'booking') {
    const isProfile = kind === 'profile' && role === 'caregiver'
    return {
      type: 'content_removed',
      subject: isProfile ? 'We hid part of your profile' : `We removed one of your ${kind}s`,
      payload: {
        message: `${HIDDEN_TEXTS[kind]}${warning} ${question}`,
        ...quote,
        ...(isProfile ? TO_PROFILE : CONTACT),
      },
      ...(isProfile && { secondAction: { label: CONTACT.action_text, path: CONTACT.action_url } }),
      facts,
    }
  }
  if (!measures.includes('warn') || measures.includes('suspend')) return null
  const reportedThing = {
    message: 'one of your messages',
    review: 'one of your reviews',
    profile: 'your profile',
    booking: 'one of your bookings',
  }[kind]
  return {
    type: 'moderation_warning',
    subject: 'Please read this about your account',
    payload: {
      message: `We reviewed ${reportedThing} and want to let you know what we expect.${warning} ${question}`,
      ...quote,
      ...CONTACT,
    },
    facts,
  }
}

/**
 * Tells a suspended person why, in the bell, once they can log in again. It isn't emailed, because a
 * suspension has a mail of its own.
 * @see docs/rules/safety.md#suspension
 */
export function renderSuspension({
  message,
  suspendedUntil,
}: DecisionSummary & { suspendedUntil: string }): NoticeContent {
  return {
    type: 'account_suspended',
    subject: null,
    payload: {
      message: `Your account was suspended until ${formatFullDay(suspendedUntil)}. Open requests were closed, and visits before that day were canceled. If you think this was a mistake, please write to us.`,
      quote: message,
      ...CONTACT,
    },
  }
}

/**
 * Tells someone who reported something that staff decided. Names the reported person as strangers see them.
 * @param report.sentOn the day of the report, in the zone of its author
 */
export function renderReportDecided(
  { kind, measures }: DecisionSummary,
  { reportedId, sentOn }: { reportedId: number; sentOn: LocalDate },
): NoticeContent {
  const name = publicNamePlaceholder(reportedId)
  const reportedThing = {
    message: `a message from ${name}`,
    review: `a review by ${name}`,
    profile: `${name}’s profile`,
    booking: `your booking with ${name}`,
  }[kind]
  const outcome = measures.length > 0 ? 'took action' : 'found nothing that goes against our rules'
  return {
    type: 'report_decided',
    subject: 'We looked at your report',
    payload: {
      message: `Thank you. We looked at your report about ${reportedThing}, sent ${formatShortDay(sentOn)}, and ${outcome}. If you don’t feel safe, please write to us.`,
      ...CONTACT,
    },
    alsoNamed: [reportedId],
  }
}
