import type { AdminRequest } from '@tendwell/contract/admin'

/** The status of a request in lists: a paid one is no longer merely accepted. */
export function getRequestStatus({
  is_canceled: isCanceled,
  is_paid: isPaid,
  status,
}: Pick<AdminRequest, 'is_canceled' | 'is_paid' | 'status'>): string {
  if (isCanceled) return 'canceled'
  return isPaid ? 'paid' : status
}
