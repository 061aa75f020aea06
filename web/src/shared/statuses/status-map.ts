import {
  BadgeCheck,
  Ban,
  CalendarOff,
  CalendarX,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  FileClock,
  Flag,
  Hourglass,
  type LucideIcon,
  Send,
  Undo2,
} from 'lucide-react'

export type Tone = 'sage' | 'gold' | 'clay' | 'sand'

interface StatusLook {
  word: string
  tone: Tone
  icon: LucideIcon
}

/** The word, color and icon of every status of the product. */
const statusLooks = {
  pending: { word: 'Pending', tone: 'gold', icon: Clock },
  verified: { word: 'Verified', tone: 'sage', icon: BadgeCheck },
  rejected: { word: 'Rejected', tone: 'clay', icon: CircleX },
  flagged: { word: 'Under Review', tone: 'gold', icon: Flag },
  submitted: { word: 'Submitted', tone: 'gold', icon: Send },
  accepted: { word: 'Accepted', tone: 'sage', icon: CircleCheck },
  paid: { word: 'Paid', tone: 'sage', icon: CircleCheck },
  payment_due: { word: 'Payment due', tone: 'gold', icon: Hourglass },
  expired: { word: 'Expired', tone: 'sand', icon: CalendarOff },
  withdrawn: { word: 'Withdrawn', tone: 'sand', icon: Undo2 },
  unpaid: { word: 'Unpaid', tone: 'gold', icon: Hourglass },
  succeeded: { word: 'Paid', tone: 'sage', icon: CircleCheck },
  processing: { word: 'Processing', tone: 'gold', icon: Hourglass },
  failed: { word: 'Failed', tone: 'clay', icon: CircleX },
  refunded: { word: 'Refunded', tone: 'sand', icon: Undo2 },
  canceled: { word: 'Canceled', tone: 'sand', icon: Ban },
  confirmed: { word: 'Confirmed', tone: 'sage', icon: CircleCheck },
  in_progress: { word: 'In progress', tone: 'sage', icon: Hourglass },
  completed: { word: 'Completed', tone: 'sand', icon: CircleCheck },
  escalated: { word: 'Escalated', tone: 'clay', icon: Flag },
  closed: { word: 'Closed', tone: 'sand', icon: CircleCheck },
  open: { word: 'Open', tone: 'gold', icon: CircleDashed },
  active: { word: 'Active', tone: 'sage', icon: CircleCheck },
  time_off: { word: 'Time off', tone: 'sand', icon: CalendarOff },
  document_ok: { word: 'Checked', tone: 'sage', icon: BadgeCheck },
  document_outdated: { word: 'Check again', tone: 'sand', icon: CircleDashed },
  document_unchecked: { word: 'Not checked', tone: 'sand', icon: CircleDashed },
  document_requested: { word: 'New copy requested', tone: 'gold', icon: Send },
  document_expiring: { word: 'Expires soon', tone: 'gold', icon: Hourglass },
  document_renewed: { word: 'New file to check', tone: 'gold', icon: FileClock },
  document_expired: { word: 'Expired', tone: 'clay', icon: CalendarOff },
  clear: { word: 'Clear', tone: 'sage', icon: BadgeCheck },
  needs_review: { word: 'Needs review', tone: 'gold', icon: Flag },
  started: { word: 'In progress', tone: 'gold', icon: Hourglass },
  requested: { word: 'Not started yet', tone: 'gold', icon: Clock },
  declined: { word: 'Declined', tone: 'sand', icon: Ban },
  times_taken: { word: 'Times taken', tone: 'sand', icon: CalendarX },
  report_urgent: { word: 'Urgent', tone: 'clay', icon: Flag },
  report_dismissed: { word: 'Dismissed', tone: 'sand', icon: CircleX },
  report_acted: { word: 'Action taken', tone: 'sage', icon: CircleCheck },
  removed: { word: 'Removed', tone: 'clay', icon: Ban },
  inactive: { word: 'Inactive', tone: 'sand', icon: Ban },
} as const satisfies Record<string, StatusLook>

export type Status = keyof typeof statusLooks

/** A status that this build doesn't know, from a newer server, is shown as it is written. */
export function getStatusLook(status: Status): StatusLook {
  const looks: Partial<Record<string, StatusLook>> = statusLooks
  return looks[status] ?? { word: status, tone: 'sand', icon: CircleDashed }
}
