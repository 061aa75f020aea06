import type { Review } from '@tendwell/contract/reviews/reviews'
import { useState } from 'react'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import { Button } from '../../../ui/button.tsx'

const ReplyDialog = lazyDialog(async () => (await import('./reply-dialog.tsx')).ReplyDialog)

/** The button with which a caregiver answers a review of them, once. */
export function ReplyAction({ review }: { review: Review }) {
  const [isOpen, setOpen] = useState(false)
  if (review.reply) return null
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Answer the review by ${review.caretaker_name}`}
        onPress={() => setOpen(true)}
      >
        Answer
      </Button>
      {isOpen && <ReplyDialog review={review} onClose={() => setOpen(false)} />}
    </>
  )
}
