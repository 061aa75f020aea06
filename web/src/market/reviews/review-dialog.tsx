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
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { StarField } from '../../ui/star-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'

const formId = 'review'

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
  const { submit, isPending, formError } = useSubmit(form, {
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
    <Dialog
      isOpen
      onClose={isPending ? () => undefined : close}
      title={`How was ${booking.caregiver_name}?`}
      lead={when}
      actions={
        <>
          <Button variant="secondary" onPress={close} isDisabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={isPending}>
            {isPending ? 'Submitting…' : 'Submit Review'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
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
        <FormError message={formError} />
      </form>
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
    </Dialog>
  )
}
