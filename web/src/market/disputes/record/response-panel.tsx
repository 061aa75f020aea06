import { DISPUTE_REASON_MAXIMUM, type Dispute, disputeReplyBody } from '@tendwell/contract/safety/disputes'
import { useState } from 'react'
import { formatInstant } from '../../../lib/format/format.ts'
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
 * What a caregiver says to an open dispute: a form, and once it is sent the text with a button to change it.
 * @see docs/rules/disputes.md#the-caregivers-answer
 */
export function ResponsePanel({ dispute }: { dispute: Dispute }) {
  const { response, parties } = dispute
  const [isChanging, setChanging] = useState(false)
  const isOpen = isChanging || !response
  return (
    <Panel
      title="Your side"
      lead={
        isOpen
          ? `Say how it was. ${parties.caretaker.name} and our team read it. You can change it, and add up to 5 files below, until the dispute is resolved.`
          : `Sent ${formatInstant(response.written_at)}. ${parties.caretaker.name} and our team read it.`
      }
    >
      {isOpen ? (
        <ResponseForm dispute={dispute} onDone={() => setChanging(false)} />
      ) : (
        <>
          <p className="whitespace-pre-wrap wrap-anywhere">{response.text}</p>
          <Button variant="secondary" className="mt-4" onPress={() => setChanging(true)}>
            Change your answer
          </Button>
        </>
      )}
    </Panel>
  )
}

function ResponseForm({ dispute, onDone }: { dispute: Dispute; onDone: () => void }) {
  const { id, response } = dispute
  const [respond] = useRespondToDisputeMutation()
  const form = useZodForm(disputeReplyBody, { defaultValues: { text: response?.text ?? '' } })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => respond({ id, body }).unwrap(),
    success: 'Answer sent',
    failure: 'Failed to send your answer',
    toasts: threeSecondToast,
    onSuccess: (_dispute, _body, sent) => {
      keepTyped(form, sent)
      onDone()
    },
  })
  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <Field form={form} name="text">
          {(field) => (
            <TextArea label="What happened" rows={5} maxLength={DISPUTE_REASON_MAXIMUM} {...field} />
          )}
        </Field>
        <FormError message={formError} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={isPending}>
            {isPending ? 'Sending…' : 'Send your answer'}
          </Button>
          {response && (
            <Button variant="secondary" onPress={onDone}>
              Cancel
            </Button>
          )}
        </div>
      </form>
      <LeaveGuard isDirty={form.formState.isDirty} consequence="Your answer hasn’t been sent." />
    </>
  )
}
