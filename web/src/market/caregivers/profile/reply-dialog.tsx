import { REVIEW_COMMENT_MAXIMUM, type Review, reviewReplyBody } from '@tendwell/contract/reviews/reviews'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useReplyToReviewMutation } from '../../../shared/reviews/reviews-api.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

/** A caregiver's public answer to a review. */
export function ReplyDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const form = useZodForm(reviewReplyBody, { defaultValues: { text: '' } })
  const [reply] = useReplyToReviewMutation()
  const submission = useSubmit(form, {
    send: (body) => reply({ id: review.id, body }).unwrap(),
    success: 'Answer published',
    failure: 'Failed to publish your answer',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Answer ${review.caretaker_name}`}
      lead="Everyone reads your answer below the review. You can answer once, and not change it afterwards."
      submission={submission}
      submitLabel="Publish answer"
      pendingLabel="Publishing…"
    >
      {review.comment && <blockquote className="border-l-2 border-line pl-4">{review.comment}</blockquote>}
      <Field form={form} name="text">
        {(field) => <TextArea label="Your answer" rows={4} maxLength={REVIEW_COMMENT_MAXIMUM} {...field} />}
      </Field>
      <LeaveGuard isDirty={form.formState.isDirty} consequence="Your answer hasn’t been published." />
    </FormDialog>
  )
}
