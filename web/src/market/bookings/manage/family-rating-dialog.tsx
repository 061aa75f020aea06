import { FAMILY_NOTE_MAXIMUM } from '@tendwell/contract/reviews/family-ratings'
import { z } from 'zod'
import { useDraft } from '../../../lib/forms/draft.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useRateFamilyMutation } from '../../../shared/reviews/reviews-api.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

const yesOrNo = z.enum(['yes', 'no'], { error: 'Choose yes or no' })
const familyRatingForm = z.object({
  as_described: yesOrNo,
  safe: yesOrNo,
  kind: yesOrNo,
  note: z.string().max(FAMILY_NOTE_MAXIMUM),
})

const questions = [
  { name: 'as_described', label: 'Was it as described?', hint: 'The children, the home and what to do.' },
  { name: 'safe', label: 'Did you feel safe?', hint: 'The whole time, with everyone there.' },
  { name: 'kind', label: 'Were they kind to you?', hint: 'In how they spoke to you and treated you.' },
] as const
const options = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
] as const

interface FamilyRatingDialogProps {
  bookingId: number
  /** The family's. */
  name: string
  /** The day and hours of the visit. */
  when: string
  onClose: () => void
}

/** A caregiver's answers about one visit, for our team. */
export function FamilyRatingDialog({ bookingId, name, when, onClose }: FamilyRatingDialogProps) {
  const [rateFamily] = useRateFamilyMutation()
  const form = useZodForm(familyRatingForm, { defaultValues: { note: '' } })
  useDraft(form, `family-rating.${bookingId}`, ['note'])
  const submission = useSubmit(form, {
    send: ({ note, ...answers }, key) => {
      const [as_described, safe, kind] = questions.map((question) => answers[question.name] === 'yes') as [
        boolean,
        boolean,
        boolean,
      ]
      return rateFamily({ body: { booking_id: bookingId, as_described, safe, kind, note }, key }).unwrap()
    },
    success: 'Thank you. Only our team reads this',
    failure: 'Failed to send your answers',
    onSuccess: () => {
      form.reset()
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`How was ${name}?`}
      lead={when}
      submission={submission}
      submitLabel="Send to our team"
      pendingLabel="Sending…"
    >
      <p className="text-ink-soft">
        {`${name} and other caregivers won’t see your answers. You can answer once for each visit.`}
      </p>
      {questions.map(({ name: question, ...texts }) => (
        <Field key={question} form={form} name={question}>
          {({ value, ...field }) => (
            <RadioGroup {...texts} {...field} isRow options={options} value={value ?? null} />
          )}
        </Field>
      ))}
      <Field form={form} name="note">
        {(field) => (
          <TextArea
            label="What should our team know?"
            isRequired={false}
            rows={4}
            maxLength={FAMILY_NOTE_MAXIMUM}
            {...field}
          />
        )}
      </Field>
    </FormDialog>
  )
}
