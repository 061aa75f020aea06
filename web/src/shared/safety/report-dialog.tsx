import {
  REPORT_REASON_LABELS,
  REPORT_REASONS,
  REPORT_TEXT_MAXIMUM,
  type ReportKind,
  type ReportReceipt,
} from '@tendwell/contract/safety/reports'
import { useState } from 'react'
import { z } from 'zod'
import { Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { type FindNextStep, ReportThanks } from './report-thanks.tsx'
import { useReportMutation } from './reports-api.ts'

const reportForm = z.object({
  reason: z.enum(REPORT_REASONS, { error: 'Please choose a reason' }),
  text: z.string().max(REPORT_TEXT_MAXIMUM),
})

const reasons = REPORT_REASONS.map((id) => ({ id, label: REPORT_REASON_LABELS[id] }))

/** What is reported: the id of a message, a review or a person. */
export interface ReportTarget {
  kind: Exclude<ReportKind, 'booking'>
  id: number
}

export interface ReportDialogProps {
  target: ReportTarget
  /** Whose it is. */
  name: string
  next?: FindNextStep | undefined
  onClose: () => void
}

/** Reports a message, a review or a profile to our team. @see docs/rules/safety.md#reports */
export function ReportDialog({ target, name, next, onClose }: ReportDialogProps) {
  const [receipt, setReceipt] = useState<ReportReceipt | null>(null)
  if (receipt) return <ReportThanks receipt={receipt} next={next} onClose={onClose} />
  return <ReportForm target={target} name={name} onSent={setReceipt} onClose={onClose} />
}

type ReportFormProps = Pick<ReportDialogProps, 'target' | 'name' | 'onClose'> & {
  onSent: (receipt: ReportReceipt) => void
}

function ReportForm({ target, name, onSent, onClose }: ReportFormProps) {
  const { kind } = target
  const [report] = useReportMutation()
  const form = useZodForm(reportForm, { defaultValues: { text: '' } })
  const submission = useSubmit(form, {
    send: (body, key) => report({ body: { ...target, ...body }, key }).unwrap(),
    failure: 'Failed to send the report',
    onSuccess: onSent,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={kind === 'profile' ? `Report ${name}` : `Report this ${kind}`}
      lead={`Our team looks at every report. ${name} won’t know that it was you.`}
      submission={submission}
      submitLabel="Send report"
      pendingLabel="Sending…"
    >
      <Field form={form} name="reason">
        {({ value, ...field }) => (
          <Select
            label="What’s wrong?"
            placeholder="Choose a reason"
            options={reasons}
            {...field}
            value={value ?? null}
            onChange={(reason) => field.onChange(reason as typeof value)}
          />
        )}
      </Field>
      <Field form={form} name="text">
        {(field) => (
          <TextArea
            label="What should we know?"
            isRequired={false}
            hint="In an emergency, please call your local emergency number first."
            maxLength={REPORT_TEXT_MAXIMUM}
            rows={4}
            {...field}
          />
        )}
      </Field>
    </FormDialog>
  )
}
