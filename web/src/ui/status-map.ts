import {
  BadgeCheck,
  Ban,
  CalendarOff,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
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
const statusLooks: Record<string, StatusLook> = {
  pending: { word: 'Pending', tone: 'gold', icon: Clock },
  verified: { word: 'Verified', tone: 'sage', icon: BadgeCheck },
  rejected: { word: 'Rejected', tone: 'clay', icon: CircleX },
  flagged: { word: 'Under Review', tone: 'gold', icon: Flag },
  submitted: { word: 'Submitted', tone: 'gold', icon: Send },
  accepted: { word: 'Accepted', tone: 'sage', icon: CircleCheck },
  paid: { word: 'Paid', tone: 'sage', icon: CircleCheck },
  payment_due: { word: 'Payment due', tone: 'gold', icon: Hourglass },
  expired: { word: 'Expired', tone: 'sand', icon: CalendarOff },
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
  document_unchecked: { word: 'Not checked', tone: 'sand', icon: CircleDashed },
  document_requested: { word: 'New copy requested', tone: 'gold', icon: Send },
  document_expiring: { word: 'Expires soon', tone: 'gold', icon: Hourglass },
  document_expired: { word: 'Expired', tone: 'clay', icon: CalendarOff },
  inactive: { word: 'Inactive', tone: 'sand', icon: Ban },
}

export function getStatusLook(status: string): StatusLook {
  return statusLooks[status.toLowerCase()] ?? { word: status, tone: 'sand', icon: CircleDashed }
}
