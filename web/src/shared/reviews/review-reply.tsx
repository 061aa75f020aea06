import type { ReviewReply as Reply } from '@tendwell/contract/reviews/reviews'
import { formatDate } from '../../lib/format/format.ts'

/** The caregiver's answer below a review. */
export function ReviewReply({ reply, name }: { reply: Reply; name: string }) {
  return (
    <div className="mt-3 border-l-2 border-line pl-4">
      <p className="text-13 text-ink-soft">{`${name} answered · ${formatDate(reply.created_at)}`}</p>
      <p className="mt-0.5 whitespace-pre-line wrap-anywhere">{reply.text}</p>
    </div>
  )
}
