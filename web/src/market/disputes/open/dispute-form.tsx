import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import { DISPUTE_TYPES, EVIDENCE_LIMITS } from '@tendwell/contract/safety/dispute-types'
import {
  type AvailableBooking,
  DISPUTE_OTHER_MAXIMUM,
  DISPUTE_REASON_MAXIMUM,
} from '@tendwell/contract/safety/disputes'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { now } from '../../../lib/format/clock.ts'
import { formatDate, formatHours, formatMoney } from '../../../lib/format/format.ts'
import { toEpochMs, toInterval } from '../../../lib/format/instants.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { useCreateDisputeMutation } from '../../../shared/disputes/disputes-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { formatDays, summarizeVisits } from '../../../shared/visits/visits.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ComboBox } from '../../../ui/combo-box.tsx'
import { FilesField } from '../../../ui/files-field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { blankDispute, createDisputeForm, firstError } from './dispute-values.ts'
import { evidenceTypes, formatCounters } from './evidence.ts'
import { UnsafeNote } from './unsafe-note.tsx'
import { useEvidence } from './use-evidence.ts'

const fields = ['booking_request', 'type', 'reason', 'other_type_text'] as const
const types = DISPUTE_TYPES.map(({ value, label }) => ({ id: value, label }))

interface DisputeFormProps {
  bookings: readonly AvailableBooking[]
  /** The user whose draft is kept over a reload. */
  userId: number
  /** The booking that the form was opened for. */
  bookingId: string | null
}

/**
 * Typed values survive a failure and a reload. Files don't survive a reload, because browsers don't allow it.
 */
export function DisputeForm({ bookings, userId, bookingId }: DisputeFormProps) {
  const schema = useMemo(() => createDisputeForm(bookings), [bookings])
  const form = useZodForm(schema, { defaultValues: blankDispute })
  const [type, booking, reason, other] = useWatch({
    control: form.control,
    name: ['type', 'booking_request', 'reason', 'other_type_text'],
  })
  // After useWatch, which would otherwise miss the draft.
  useDraft(form, `dispute.${userId}`, fields)
  const { setValue } = form
  useLayoutEffect(() => {
    if (bookingId) setValue('booking_request', bookingId)
  }, [bookingId, setValue])
  const evidence = useEvidence()
  const [createDispute] = useCreateDisputeMutation()
  const navigate = useNavigate()
  const isFirstPage = useLocation().key === 'default'
  const [isSent, setSent] = useState(false)
  const { submit, isPending, formError } = useSubmit(form, {
    send: async (body, key) => {
      const { id } = await createDispute({ body, key }).unwrap()
      return evidence.uploadAll(id)
    },
    failure: 'Failed to create dispute',
    onSuccess: (failures) => {
      const created = 'Dispute created successfully!'
      // In one message, because a toast replaces the one before it.
      if (failures.length > 0) threeSecondToast.error(`${created} ${failures.join('. ')}`)
      else threeSecondToast.success(created)
      form.reset()
      setSent(true)
    },
    onInvalid: firstError,
    toasts: threeSecondToast,
  })
  // In an effect, because only then the guard below knows that there is nothing left to lose.
  useEffect(() => {
    if (isSent) navigate(paths.caretakerDisputes)
  }, [isSent, navigate])
  const chosen = bookings.find(({ id }) => String(id) === booking)
  const hasInput = Boolean(reason.trim() || other.trim()) || evidence.files.length > 0
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
            value={chosen ? booking : ''}
            {...(chosen && { hint: describeChosen(chosen) })}
          />
        )}
      </Field>
      <UnsafeNote booking={chosen} />
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
      {chosen && (
        <Banner title="What happens when you create it">
          {`The money of this booking that is still with us goes on hold. ${describeVisitsAhead(chosen)}`}
        </Banner>
      )}
      <FormError message={formError} />
      <LeaveGuard
        isDirty={hasInput && !isSent}
        consequence="Your dispute hasn’t been sent. This tab keeps your text, but not your files."
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button
          variant="secondary"
          size="large"
          isDisabled={isPending}
          onPress={() => (isFirstPage ? navigate(paths.caretakerDisputes) : navigate(-1))}
        >
          Cancel
        </Button>
        <Button type="submit" size="large" isPending={isPending}>
          {isPending ? 'Creating…' : 'Create Dispute'}
        </Button>
      </div>
    </form>
  )
}

function toOption(booking: AvailableBooking) {
  const { id, caregiver_name, windows, total_price_usd, total_hours, submitted_at } = booking
  const facts = [
    summarizeVisits(windows),
    formatHours(total_hours),
    formatMoney(total_price_usd),
    `submitted ${formatDate(submitted_at)}`,
  ]
  return { id: String(id), label: `#${id} · ${caregiver_name}`, note: facts.join(' · ') }
}

/** `Dec 15, 22, and 29 · 12 hours · $768.00`. */
function describeChosen({ windows, total_hours: hours, total_price_usd: price }: AvailableBooking): string {
  return [formatDays(windows), formatHours(hours), formatMoney(price)].join(' · ')
}

/** What a dispute means for the booking’s visits ahead; empty without any. */
function describeVisitsAhead({ windows }: AvailableBooking): string {
  const ahead = windows.filter(({ start_utc }) => toEpochMs(start_utc) > now())
  if (ahead.length === 0) return ''
  const visits = `Its ${mergeAdjacent(ahead.map(toInterval)).length === 1 ? 'visit' : 'visits'}`
  return `${visits} ahead (${formatDays(ahead)}) can’t be canceled or moved until the dispute is decided or you close it.`
}
