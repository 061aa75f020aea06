import {
  type AvailableBooking,
  DISPUTE_OTHER_MAXIMUM,
  DISPUTE_REASON_MAXIMUM,
  type DisputeBody,
} from '@tendwell/contract/disputes'
import { DISPUTE_TYPES, EVIDENCE_LIMITS } from '@tendwell/contract/reference'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useDraft } from '../../lib/draft.ts'
import { messageOf } from '../../lib/errors.ts'
import { Field, showServerErrors, useZodForm } from '../../lib/form.tsx'
import { formatDate, formatHours, formatMoney } from '../../lib/format.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'
import { FilesField } from '../../ui/files-field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { disputeToast } from '../../ui/toast.ts'
import { useCreateDisputeMutation } from './api.ts'
import { blankDispute, disputeFormFor, firstFault } from './dispute-values.ts'
import { countersOf, evidenceTypes } from './evidence.ts'
import { useEvidence } from './use-evidence.ts'

const failed = 'Failed to create dispute'
const fields = ['booking_request', 'type', 'reason', 'other_type_text'] as const
const types = DISPUTE_TYPES.map(({ value, label }) => ({ id: value, label }))

interface DisputeFormProps {
  bookings: readonly AvailableBooking[]
  /** Whose words are kept over a reload. */
  userId: number
}

/** What is typed survives a failure and a reload, all but the files, which a browser gives only once. */
export function DisputeForm({ bookings, userId }: DisputeFormProps) {
  const schema = useMemo(() => disputeFormFor(bookings), [bookings])
  const form = useZodForm(schema, { defaultValues: blankDispute })
  const [type, booking] = useWatch({ control: form.control, name: ['type', 'booking_request'] })
  // After the watch, which would else not see the draft come.
  useDraft(form, `dispute.${userId}`, fields)
  const evidence = useEvidence()
  const { create, isCreating } = useCreation(evidence.uploadAll)
  const navigate = useNavigate()

  const submit = form.handleSubmit(
    async (body) => {
      const failure = await create(body)
      if (failure !== null) showServerErrors(form, failure, failed)
      else {
        form.reset()
        navigate(paths.caretakerDisputes)
      }
    },
    (faults) => void disputeToast.error(firstFault(faults) ?? failed),
  )
  const isFull = evidence.files.length >= EVIDENCE_LIMITS.files
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field form={form} name="booking_request">
        {(field) => (
          <Select
            label="Select booking"
            placeholder="Which booking is it about?"
            options={bookings.map(optionOf)}
            {...field}
            // One that was kept over a reload may be open to disputes no more.
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
            hint="What happened, when, and what would put it right. The caregiver reads this too."
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
        counters={countersOf(evidence.files.map(({ file }) => file))}
        fullLabel={isFull ? `Maximum ${EVIDENCE_LIMITS.files} files reached` : null}
        isDisabled={isCreating}
      />
      <FormError message={form.formState.errors.root?.server?.message} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" size="large" isDisabled={isCreating} onPress={() => navigate(-1)}>
          Cancel
        </Button>
        <Button type="submit" size="large" isPending={isCreating}>
          {isCreating ? 'Creating…' : 'Create Dispute'}
        </Button>
      </div>
    </form>
  )
}

/** Creates the dispute, then sends its evidence. `create` answers what refused the dispute, or null. */
function useCreation(uploadAll: (disputeId: number) => Promise<void>) {
  const [send] = useCreateDisputeMutation()
  const [isCreating, setCreating] = useState(false)
  const key = useIdempotencyKey()
  const create = async (body: DisputeBody): Promise<unknown> => {
    if (isCreating) return null
    setCreating(true)
    try {
      const { id } = await send({ body, key: key.current(body) }).unwrap()
      key.renew()
      await uploadAll(id)
      disputeToast.success('Dispute created successfully!')
      return null
    } catch (error) {
      disputeToast.error(messageOf(error, failed))
      return error
    } finally {
      setCreating(false)
    }
  }
  return { create, isCreating }
}

function optionOf({ id, caregiver_name, total_price_usd, total_hours, submitted_at }: AvailableBooking) {
  const facts = [
    formatMoney(total_price_usd),
    formatHours(total_hours),
    `submitted ${formatDate(submitted_at)}`,
  ]
  return { id: String(id), label: `#${id} · ${caregiver_name}`, note: facts.join(' · ') }
}
