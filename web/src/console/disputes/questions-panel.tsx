import { type DisputeRecord, disputeQuestionBody } from '@tendwell/contract/console/disputes'
import { DISPUTE_TEXT_MAXIMUM } from '@tendwell/contract/safety/disputes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { clearSent, Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { QuestionThread } from '../../shared/disputes/question-thread.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useAskSideMutation } from './disputes-api.ts'

/** What staff asked each side, and a new question. @see docs/rules/disputes.md#questions */
export function QuestionsPanel({ dispute }: { dispute: DisputeRecord }) {
  const { questions, parties, ended_at: endedAt } = dispute
  return (
    <Panel title="Questions" lead="Each side reads only its own.">
      {questions.length === 0 ? (
        <p className="text-ink-soft">Nobody was asked yet.</p>
      ) : (
        <ol className="flex flex-col gap-6">
          {questions.map((question) => (
            <li key={question.id}>
              <QuestionThread
                asked={`To ${parties[question.side].name}`}
                answered={parties[question.side].name}
                question={question}
                empty={endedAt ? 'Not answered.' : 'No answer yet.'}
              />
            </li>
          ))}
        </ol>
      )}
      {!endedAt && <QuestionForm dispute={dispute} />}
    </Panel>
  )
}

function QuestionForm({ dispute: { id, parties } }: { dispute: DisputeRecord }) {
  const [ask] = useAskSideMutation()
  const blank = { side: 'caregiver' as Side, text: '' }
  const form = useZodForm(disputeQuestionBody, { defaultValues: blank })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body, key) => ask({ id, body, key }).unwrap(),
    success: 'Question sent',
    failure: 'Failed to send the question',
    toasts: threeSecondToast,
    onSuccess: (_dispute, _body, sent) => clearSent(form, sent, { side: sent.side, text: '' }),
  })
  return (
    <form onSubmit={submit} className="mt-6 flex flex-col gap-4 border-t border-line pt-6">
      <Field form={form} name="side">
        {(field) => (
          <RadioGroup<Side>
            label="Ask"
            isRow
            options={[
              { id: 'caretaker', label: 'The family', note: parties.caretaker.name },
              { id: 'caregiver', label: 'The caregiver', note: parties.caregiver.name },
            ]}
            {...field}
          />
        )}
      </Field>
      <Field form={form} name="text">
        {(field) => (
          <TextArea
            label="New question"
            hint="They get it in their notifications and by mail."
            rows={2}
            maxLength={DISPUTE_TEXT_MAXIMUM}
            {...field}
          />
        )}
      </Field>
      <FormError message={formError} />
      <Button type="submit" variant="secondary" size="small" isPending={isPending} className="self-start">
        Send question
      </Button>
    </form>
  )
}
