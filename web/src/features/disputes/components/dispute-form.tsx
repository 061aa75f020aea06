import {
  type AvailableBooking,
  DISPUTE_OTHER_MAXIMUM,
  DISPUTE_REASON_MAXIMUM,
} from '@tendwell/contract/disputes'
import { DISPUTE_TYPES, EVIDENCE_LIMITS } from '@tendwell/contract/reference'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useDraft } from '../../../lib/draft.ts'
import { Field, useZodForm } from '../../../lib/form.tsx'
import { formatDate, formatHours, formatMoney } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useSubmit } from '../../../lib/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { ComboBox } from '../../../ui/combo-box.tsx'
import { FilesField } from '../../../ui/files-field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { disputeToast } from '../../../ui/toast.ts'
import { useCreateDisputeMutation } from '../api.ts'
import { blankDispute, createDisputeForm, firstError } from '../dispute-form.ts'
import { evidenceTypes, formatCounters } from '../evidence.ts'
import { useEvidence } from '../hooks/use-evidence.ts'

const fields = ['booking_request', 'type', 'reason', 'other_type_text'] as const
const types = DISPUTE_TYPES.map(({ value, label }) => ({ id: value, label }))

interface DisputeFormProps {
  bookings: readonly AvailableBooking[]
  /** The user whose draft is kept over a reload. */
  userId: number
}

/** Typed values survive a failure and a reload. Files don't survive a reload, because browsers don't allow it. */
export function DisputeForm({ bookings, userId }: DisputeFormProps) {
  const schema = useMemo(() => createDisputeForm(bookings), [bookings])
  const form = useZodForm(schema, { defaultValues: blankDispute })
  const [type, booking] = useWatch({ control: form.control, name: ['type', 'booking_request'] })
  // After useWatch, which would otherwise miss the draft.
  useDraft(form, `dispute.${userId}`, fields)
  const evidence = useEvidence()
  const [createDispute] = useCreateDisputeMutation()
  const navigate = useNavigate()
  const { submit, isPending, formError } = useSubmit(form, {
    send: async (body, key) => {
      const { id } = await createDispute({ body, key }).unwrap()
      await evidence.uploadAll(id)
    },
    success: 'Dispute created successfully!',
    failure: 'Failed to create dispute',
    onSuccess: () => {
      form.reset()
      navigate(paths.caretakerDisputes)
    },
    onInvalid: firstError,
    toasts: disputeToast,
  })
  const isFull = evidence.files.length >= EVIDENCE_LIMITS.files
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field form={form} name="booking_request">
        {(field) => (
          <Select
            label="Select booking"
            placeholder="Which booking is it about?"
            options={bookings.map(toOption)}
            {...field}
            // The booking of a kept draft may no longer be open to disputes.
            value={bookings.some(({ id }) => String(id) === booking) ? booking : ''}
          />
        )}
      </Field>
      <Field form={form} name="type">
        {(field) => (
          <ComboBox
            label="Dispute type"
            placeholder="Type to search"
            options={types}
            {...field}
            onChange={(value) => field.onChange(value ?? '')}
          />
        )}
      </Field>
      {type === 'other' && (
        <Field form={form} name="other_type_text">
          {(field) => <TextField label="What is it about?" maxLength={DISPUTE_OTHER_MAXIMUM} {...field} />}
        </Field>
      )}
      <Field form={form} name="reason">
        {(field) => (
          <TextArea
            label="Reason"
            hint="Tell us what happened, when, and how you’d like it resolved. The caregiver can read this too."
            rows={6}
            maxLength={DISPUTE_REASON_MAXIMUM}
            {...field}
          />
        )}
      </Field>
      <FilesField
        label="Evidence"
        hint="PNG, JPG or PDF."
        accept={evidenceTypes}
        files={evidence.files}
        refusals={evidence.refusals}
        onAdd={evidence.add}
        onRemove={evidence.remove}
        counters={formatCounters(evidence.files.map(({ file }) => file))}
        fullLabel={isFull ? `Maximum ${EVIDENCE_LIMITS.files} files reached` : null}
        isDisabled={isPending}
      />
      <FormError message={formError} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" size="large" isDisabled={isPending} onPress={() => navigate(-1)}>
          Cancel
        </Button>
        <Button type="submit" size="large" isPending={isPending}>
          {isPending ? 'Creating…' : 'Create Dispute'}
        </Button>
      </div>
    </form>
  )
}

function toOption({ id, caregiver_name, total_price_usd, total_hours, submitted_at }: AvailableBooking) {
  const facts = [
    formatMoney(total_price_usd),
    formatHours(total_hours),
    `submitted ${formatDate(submitted_at)}`,
  ]
  return { id: String(id), label: `#${id} · ${caregiver_name}`, note: facts.join(' · ') }
}
