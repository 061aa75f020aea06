import {
  ANSWERS_MAXIMUM,
  DISPUTE_TEXT_MAXIMUM,
  type Dispute,
  disputeAnswerBody,
} from '@tendwell/contract/safety/disputes'
import { clearSent, Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { useAnswerQuestionMutation } from '../../../shared/disputes/disputes-api.ts'
import { QuestionThread } from '../../../shared/disputes/question-thread.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

/**
 * What our team asked the reader, with a field for the answer while the dispute is open.
 * @see docs/rules/disputes.md#questions
 */
export function OwnQuestions({ dispute }: { dispute: Dispute }) {
  const { id, questions, ended_at: endedAt } = dispute
  if (questions.length === 0) return null
  return (
    <Panel
      title={questions.length === 1 ? 'Our question' : 'Our questions'}
      lead="Only our team reads your answers."
    >
      <ol className="flex flex-col gap-8">
        {questions.map((question) => (
          <li key={question.id}>
            <QuestionThread
              asked="Tendwell"
              answered="You"
              question={question}
              empty={endedAt ? 'You didn’t answer.' : 'Waiting for your answer.'}
            />
            {!endedAt && question.answers.length < ANSWERS_MAXIMUM && (
              <AnswerForm
                disputeId={id}
                questionId={question.id}
                label={question.answers.length > 0 ? 'Add to your answer' : 'Your answer'}
              />
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

interface AnswerFormProps {
  disputeId: number
  questionId: number
  label: string
}

function AnswerForm({ disputeId, questionId, label }: AnswerFormProps) {
  const [answer] = useAnswerQuestionMutation()
  const form = useZodForm(disputeAnswerBody, { defaultValues: { text: '' } })
  const { submit, isPending, formError } = useSubmit(form, {
    send: ({ text }, key) => answer({ id: disputeId, body: { question_id: questionId, text }, key }).unwrap(),
    success: 'Answer sent',
    failure: 'Failed to send your answer',
    toasts: threeSecondToast,
    onSuccess: (_dispute, _body, sent) => clearSent(form, sent),
  })
  return (
    <form onSubmit={submit} noValidate className="mt-4 flex flex-col gap-3">
      <Field form={form} name="text">
        {(field) => <TextArea label={label} rows={3} maxLength={DISPUTE_TEXT_MAXIMUM} {...field} />}
      </Field>
      <FormError message={formError} />
      <Button type="submit" className="self-start" isPending={isPending}>
        {isPending ? 'Sending…' : 'Send answer'}
      </Button>
    </form>
  )
}
