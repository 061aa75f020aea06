import { REVIEW_COMMENT_MAXIMUM, type ReviewableBooking, reviewBody } from '@tendwell/contract/reviews'
import { messageOf } from '../../lib/errors.ts'
import { Field, showServerErrors, useZodForm } from '../../lib/form.tsx'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { StarField } from '../../ui/star-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { useWriteReviewMutation } from './api.ts'

const failed = 'Failed to submit review'
const formId = 'review'

interface ReviewDialogProps {
  booking: ReviewableBooking
  /** Which hours it was. */
  when: string
  onClose: () => void
}

/** One review of one booking: stars, and words if one likes. What was typed stays when the server refuses. */
export function ReviewDialog({ booking, when, onClose }: ReviewDialogProps) {
  const form = useZodForm(reviewBody, { defaultValues: { booking_id: booking.id, comment: '' } })
  const [send, { isLoading }] = useWriteReviewMutation()
  const key = useIdempotencyKey()
  const submit = form.handleSubmit(
    async (body) => {
      if (isLoading) return
      try {
        await send({ body, key: key.current(body) }).unwrap()
        toast.success('Review submitted')
        onClose()
      } catch (error) {
        showServerErrors(form, error, failed)
        toast.error(messageOf(error, failed))
      }
    },
    ({ rating, comment }) => void toast.error(rating?.message ?? comment?.message ?? failed),
  )
  return (
    <Dialog
      isOpen
      onClose={isLoading ? () => undefined : onClose}
      title={`How was ${booking.caregiver_name}?`}
      lead={when}
      actions={
        <>
          <Button variant="secondary" onPress={onClose} isDisabled={isLoading}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={isLoading}>
            {isLoading ? 'Submitting…' : 'Submit Review'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field form={form} name="rating">
          {(field) => <StarField label="Rating" hint="From 1, poor, to 5, wonderful." {...field} />}
        </Field>
        <Field form={form} name="comment">
          {(field) => (
            <TextArea
              label="Comment"
              isRequired={false}
              hint="Everybody who looks at this profile reads it, with your name."
              rows={4}
              maxLength={REVIEW_COMMENT_MAXIMUM}
              {...field}
              value={field.value ?? ''}
            />
          )}
        </Field>
        <FormError message={form.formState.errors.root?.server?.message} />
      </form>
    </Dialog>
  )
}
