import { toPublicName } from '@tendwell/contract/people/public-name'
import {
  REVIEW_COMMENT_MAXIMUM,
  type ReviewableBooking,
  reviewBody,
} from '@tendwell/contract/reviews/reviews'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useDraft } from '../../lib/forms/draft.ts'
import { Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useSession } from '../../lib/session/session.ts'
import { useWriteReviewMutation } from '../../shared/reviews/reviews-api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { StarField } from '../../ui/star-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'

interface ReviewDialogProps {
  booking: ReviewableBooking
  /** The day and hours of the booking. */
  when: string
  onClose: () => void
}

/** The review of one booking: stars and an optional comment. */
export function ReviewDialog({ booking, when, onClose }: ReviewDialogProps) {
  const { user } = useSession()
  const form = useZodForm(reviewBody, { defaultValues: { booking_id: booking.id, comment: '' } })
  useDraft(form, `review.${booking.id}`, ['comment'])
  const [rating, comment] = useWatch({ control: form.control, name: ['rating', 'comment'] })
  const hasInput = Boolean(rating || comment?.trim())
  const [isDiscarding, setDiscarding] = useState(false)
  const discard = () => {
    form.reset()
    onClose()
  }
  const close = () => (hasInput ? setDiscarding(true) : onClose())
  const [writeReview] = useWriteReviewMutation()
  const submission = useSubmit(form, {
    send: (body, key) => writeReview({ body, key }).unwrap(),
    success: 'Review submitted',
    failure: 'Failed to submit review',
    onSuccess: () => {
      form.reset()
      onClose()
    },
    onInvalid: ({ rating, comment }) => rating?.message ?? comment?.message,
  })
  return (
    <FormDialog
      onClose={close}
      title={`How was ${booking.caregiver_name}?`}
      lead={when}
      submission={submission}
      submitLabel="Submit Review"
      pendingLabel="Submitting…"
    >
      <Field form={form} name="rating">
        {(field) => <StarField label="Rating" hint="From 1 (poor) to 5 (excellent)." {...field} />}
      </Field>
      <Field form={form} name="comment">
        {(field) => (
          <TextArea
            label="Comment"
            isRequired={false}
            hint="Anyone who visits this profile can read your comment."
            rows={4}
            maxLength={REVIEW_COMMENT_MAXIMUM}
            {...field}
            value={field.value ?? ''}
          />
        )}
      </Field>
      <p className="text-13 text-ink-soft">
        {user && `Your name will appear as “${toPublicName(user.full_name)}”, without your photo.`}
        {booking.is_refunded &&
          ' This visit was refunded, so your review will say “Refunded” and won’t count in the average.'}
      </p>
      <ConfirmDialog
        isOpen={isDiscarding}
        onClose={() => setDiscarding(false)}
        title="Discard this review?"
        consequence="Your stars and your comment will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep writing"
        onConfirm={discard}
      />
      <LeaveGuard isDirty={hasInput} consequence="Your review hasn’t been sent." />
    </FormDialog>
  )
}
