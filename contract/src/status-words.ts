/** What people read where a record says its state: in the console's lists and in their CSV. */
export const STATUS_WORDS = {
  pending: 'Pending',
  verified: 'Verified',
  rejected: 'Rejected',
  flagged: 'Under Review',
  submitted: 'Submitted',
  accepted: 'Accepted',
  paid: 'Paid',
  canceled: 'Canceled',
  escalated: 'Escalated',
  closed: 'Closed',
} as const

/** The status of a request in a list, where a canceled or paid request is no longer `accepted`. */
export function getRequestStatus<Status extends 'submitted' | 'accepted' | 'rejected'>({
  is_canceled: isCanceled,
  is_paid: isPaid,
  status,
}: {
  is_canceled: boolean
  is_paid: boolean
  status: Status
}): Status | 'canceled' | 'paid' {
  if (isCanceled) return 'canceled'
  return isPaid ? 'paid' : status
}
