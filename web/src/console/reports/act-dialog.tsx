import {
  type Measure,
  MODERATION_MESSAGE_MAXIMUM,
  type ReportRecord,
} from '@tendwell/contract/console/reports'
import { useWatch } from 'react-hook-form'
import { Field } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { usePreviewedRefunds } from '../common/decisions/use-previewed-refunds.ts'
import { useDecideReportMutation } from '../common/reports/reports-api.ts'
import { type ActForm, useActForm } from './act-form.ts'
import { type DecisionDialogProps, describeDecided, getOutcome } from './decision-outcome.ts'
import { NoteField } from './note-field.tsx'
import { isSuspensionDay, SuspensionFields } from './suspension-fields.tsx'

/**
 * Hides what was reported, warns the person or suspends them until a day, in any combination. It keeps what
 * was typed while it is closed.
 */
export function ActDialog({ report, isOpen, onClose }: DecisionDialogProps) {
  const { id, reported } = report
  const [decide] = useDecideReportMutation()
  const form = useActForm()
  const chosen = useWatch({ control: form.control })
  const { hide = false, warn = false, suspend = false } = chosen
  const isFamily = reported.role === 'caretaker'
  const isPreviewed = suspend && isSuspensionDay(chosen.suspended_until ?? '')
  const removals = isPreviewed ? [{ id: reported.id, until: chosen.suspended_until }] : []
  const previewed = usePreviewedRefunds(removals, isFamily ? chosen.refund : 'full')
  const { submit, isPending, formError } = useSubmit(form, {
    send: ({ message, note, suspended_until, refund, ...ticked }) => {
      const measures = (['hide', 'warn', 'suspend'] as const).filter((measure) => ticked[measure])
      const suspension = { suspended_until, ...(isFamily && { refund }), refund_usd: previewed?.[0] }
      const body = { measures, message, note, ...(ticked.suspend && suspension) }
      return decide({ id, body }).unwrap()
    },
    success: 'Decision saved',
    ...getOutcome({ onClose }),
  })
  const decided = describeDecided(report)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Take action"
      consequence={`${reported.name} gets an email with what happened, why, and how to contact us. It never says who reported it.`}
      confirmLabel={suspend ? (hide ? 'Hide and suspend' : 'Suspend account') : 'Save decision'}
      pendingLabel="Saving…"
      tone={suspend ? 'danger' : 'primary'}
      onConfirm={submit}
      isPending={isPending}
      isConfirmDisabled={decided !== undefined || previewed === null || !(hide || warn || suspend)}
    >
      <MeasureFields form={form} report={report} />
      <SuspensionFields form={form} report={report} />
      <Field form={form} name="message">
        {(field) => (
          <TextArea
            label={warn || suspend ? 'Message to them *' : 'Message to them'}
            isRequired={warn || suspend}
            hint="What happened, and what you expect from now on. They’ll read this."
            maxLength={MODERATION_MESSAGE_MAXIMUM}
            rows={4}
            {...field}
          />
        )}
      </Field>
      <Field form={form} name="note">
        {(field) => <NoteField {...field} />}
      </Field>
      <FormError message={decided ?? formError} />
    </ConfirmDialog>
  )
}

const hideNotes = {
  message: 'Both people see “Removed by Tendwell” in its place.',
  review: 'It’s removed from the caregiver’s page and average right away.',
  profile: 'Their photo and description are hidden until they write a new one and you approve it.',
}

/** The measures that a moderator can take, in any combination. */
function MeasureFields({ form, report }: { form: ActForm; report: ReportRecord }) {
  const { kind, reported, can_hide: canHide, is_hidden: isHidden } = report
  const measure = (name: Measure, label: string, note: string) => (
    <Field form={form} name={name}>
      {({ value, onChange, name: field }) => (
        <Checkbox value={value} onChange={onChange} name={field}>
          <span>
            <span className="block font-semibold">{label}</span>
            <span className="block text-13 text-ink-soft">{note}</span>
          </span>
        </Checkbox>
      )}
    </Field>
  )
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">What to do</legend>
      {canHide && !isHidden && kind !== 'booking' && measure('hide', `Hide the ${kind}`, hideNotes[kind])}
      {measure('warn', `Warn ${reported.name}`, 'They get your message by email and in the app.')}
      {measure('suspend', 'Suspend the account', 'They can’t log in until a day you choose.')}
    </fieldset>
  )
}
