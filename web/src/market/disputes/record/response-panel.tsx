import { DISPUTE_REASON_MAXIMUM, type Dispute, disputeReplyBody } from '@tendwell/contract/safety/disputes'
import { Field, keepTyped, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { useRespondToDisputeMutation } from '../../../shared/disputes/disputes-api.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

/**
 * What a caregiver says to an open dispute.
 * @see docs/rules/disputes.md#the-caregivers-answer
 */
export function ResponsePanel({ dispute }: { dispute: Dispute }) {
  const { id, response, parties } = dispute
  const [respond] = useRespondToDisputeMutation()
  const form = useZodForm(disputeReplyBody, { defaultValues: { text: response?.text ?? '' } })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => respond({ id, body }).unwrap(),
    success: 'Answer sent',
    failure: 'Failed to send your answer',
    toasts: threeSecondToast,
    onSuccess: (_dispute, _body, sent) => keepTyped(form, sent),
  })
  return (
    <Panel
      title="Your side"
      lead={`Say how it was. ${parties.caretaker.name} and our team read it. You can change it, and add up to 5 files below, until the dispute is resolved.`}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <Field form={form} name="text">
          {(field) => (
            <TextArea label="What happened" rows={5} maxLength={DISPUTE_REASON_MAXIMUM} {...field} />
          )}
        </Field>
        <FormError message={formError} />
        <Button type="submit" className="self-start" isPending={isPending}>
          {isPending ? 'Sending…' : response ? 'Change your answer' : 'Send your answer'}
        </Button>
      </form>
      <LeaveGuard isDirty={form.formState.isDirty} consequence="Your answer hasn’t been sent." />
    </Panel>
  )
}
