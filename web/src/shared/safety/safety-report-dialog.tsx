import {
  REPORT_TEXT_MAXIMUM,
  type ReportReceipt,
  SAFETY_CONCERN_LABELS,
  SAFETY_CONCERNS,
} from '@tendwell/contract/safety/reports'
import { useState } from 'react'
import { z } from 'zod'
import { Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { EmergencyCall } from './emergency-call.tsx'
import { type FindNextStep, ReportThanks } from './report-thanks.tsx'
import { useReportMutation } from './reports-api.ts'

const safetyForm = z.object({
  concern: z.enum(SAFETY_CONCERNS, { error: 'Please choose what is wrong' }),
  text: z.string().max(REPORT_TEXT_MAXIMUM),
})

const concerns = SAFETY_CONCERNS.map((id) => ({ id, label: SAFETY_CONCERN_LABELS[id] }))

export interface SafetyReportDialogProps {
  requestId: number
  /** The other person of the booking. */
  name: string
  /** Where the visits are; empty if that is unknown. */
  country: string
  /** Whether a visit takes place now. */
  isUnderWay: boolean
  next?: FindNextStep | undefined
  onClose: () => void
}

/** Tells our team that something is wrong about a booking. @see docs/rules/safety.md#safety-on-a-booking */
export function SafetyReportDialog(props: SafetyReportDialogProps) {
  const [receipt, setReceipt] = useState<ReportReceipt | null>(null)
  if (receipt) return <ReportThanks receipt={receipt} next={props.next} onClose={props.onClose} />
  return <SafetyForm {...props} onSent={setReceipt} />
}

type SafetyFormProps = SafetyReportDialogProps & { onSent: (receipt: ReportReceipt) => void }

function SafetyForm({ requestId, name, country, isUnderWay, onSent, onClose }: SafetyFormProps) {
  const [report] = useReportMutation()
  const form = useZodForm(safetyForm, { defaultValues: { text: '' } })
  const submission = useSubmit(form, {
    send: (body, key) =>
      report({ body: { kind: 'booking', id: requestId, reason: 'safety', ...body }, key }).unwrap(),
    failure: 'Failed to send the report',
    onSuccess: onSent,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Something is wrong"
      lead={`We are not an emergency service, and we can’t send help. Our team looks at this before other reports. ${name} won’t be told about it.`}
      submission={submission}
      submitLabel="Send report"
      pendingLabel="Sending…"
    >
      {isUnderWay && <EmergencyCall country={country} />}
      <Field form={form} name="concern">
        {({ value, ...field }) => (
          <Select
            label="What happened?"
            placeholder="Choose what is wrong"
            options={concerns}
            {...field}
            value={value ?? null}
            onChange={(concern) => field.onChange(concern as typeof value)}
          />
        )}
      </Field>
      <Field form={form} name="text">
        {(field) => (
          <TextArea
            label="What should we know?"
            isRequired={false}
            maxLength={REPORT_TEXT_MAXIMUM}
            rows={4}
            {...field}
          />
        )}
      </Field>
    </FormDialog>
  )
}
