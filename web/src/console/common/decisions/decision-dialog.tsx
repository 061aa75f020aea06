import { type AdminCaregiver, verificationBody } from '@tendwell/contract/console/users'
import { describeNeeds, type VerificationNeed } from '@tendwell/contract/profiles/verification-needs'
import { useWatch } from 'react-hook-form'
import { isOutdated } from '../../../lib/errors.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { getDecisionTexts } from './decision-texts.ts'
import { useDeactivationPreviewQuery } from './decisions-api.ts'
import { RemovalConsequences } from './removal-consequences.tsx'
import { type Decision, type DecisionTexts, decisionFailure, type SendDecision } from './use-decision.ts'
import { isRefundChange, usePreviewedRefunds } from './use-previewed-refunds.ts'

type Caregiver = Pick<AdminCaregiver, 'id' | 'full_name'>

interface DecisionDialogProps {
  decision: Decision
  /** Whom it concerns, in the order of the list. */
  caregivers: readonly Caregiver[]
  /** A verified caregiver's rejection is a revocation. */
  isRevocation?: boolean
  /** What one caregiver still needs; verifying them then asks for a reason. */
  missing?: readonly VerificationNeed[]
  /** Those selected whom it can't concern yet. */
  leftOut?: readonly Caregiver[]
  initial?: DecisionTexts
  send: SendDecision
  /** Runs after success. */
  onDone?: () => void
  /** A bulk decision shows its failures in the list, so that the dialog closes. */
  closesOnFailure?: boolean
  onClose: () => void
}

const empty: DecisionTexts = { rejection_reason: '', admin_notes: '' }

/** Names whom a decision concerns and what it does. A rejection needs a reason, which the caregiver reads. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { decision, caregivers, isRevocation = false, initial = empty, send, onDone, onClose } = props
  const { missing = [], leftOut = [] } = props
  const names = caregivers.map(({ full_name }) => full_name)
  const isHidden = missing.some((need) => need !== 'id_front' && need !== 'id_back')
  const texts = getDecisionTexts(decision, names, { isRevocation, isHidden })
  const form = useZodForm(verificationBody, { defaultValues: { verification_status: decision, ...initial } })
  const reason = useWatch({ control: form.control, name: 'rejection_reason' }) ?? ''
  const notes = useWatch({ control: form.control, name: 'admin_notes' }) ?? ''
  const isRejection = decision === 'rejected'
  const isOverride = decision === 'verified' && missing.length > 0
  const lacksReason = (isRejection && reason.trim() === '') || (isOverride && notes.trim() === '')
  const previewed = usePreviewedRefunds(isRejection ? caregivers.map(({ id }) => ({ id })) : [])
  const refunds = new Map(caregivers.map(({ id }, index) => [id, previewed?.[index] ?? 0]))
  const { submit, isPending, formError } = useSubmit(form, {
    send: ({ rejection_reason, admin_notes }) =>
      send(decision, { rejection_reason, admin_notes }, isRejection ? refunds : undefined),
    success: (message) => message,
    failure: decisionFailure,
    toasts: threeSecondToast,
    onSuccess: () => {
      onDone?.()
      onClose()
    },
    onFailure: (error) => {
      if (props.closesOnFailure) return onClose()
      // The documents have changed and have to be reviewed first.
      if (isOutdated(error) && !isRefundChange(error)) onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={texts.title}
      consequence={texts.consequence}
      confirmLabel={texts.confirm}
      pendingLabel={texts.pending}
      tone={isRejection ? 'danger' : 'primary'}
      onConfirm={submit}
      isPending={isPending}
      isConfirmDisabled={lacksReason || (isRejection && previewed === null)}
    >
      {names.length + leftOut.length > 1 && <Names label="Caregivers" names={names} />}
      {leftOut.length > 0 && (
        <>
          <p>Left out, because something is missing or not checked yet:</p>
          <Names label="Left out" names={leftOut.map(({ full_name }) => full_name)} />
        </>
      )}
      {isRejection && <RejectionConsequences caregivers={caregivers} />}
      {isRejection && (
        <Field form={form} name="rejection_reason">
          {(field) => (
            <TextArea
              label="Rejection Reason *"
              hint="Explain what needs correcting. The caregiver will see this."
              maxLength={1_000}
              rows={3}
              autoFocus
              {...field}
              value={field.value ?? ''}
            />
          )}
        </Field>
      )}
      {isOverride && (
        <>
          <p>{`Missing: ${describeNeeds(missing)}.`}</p>
          <Field form={form} name="admin_notes">
            {(field) => (
              <TextArea
                label="Reason *"
                hint="Kept on their record and in the audit log. Families then read no claim about papers."
                maxLength={2_000}
                rows={3}
                autoFocus
                {...field}
                value={field.value ?? ''}
              />
            )}
          </Field>
        </>
      )}
      {decision !== 'verified' && (
        <Field form={form} name="admin_notes">
          {(field) => (
            <TextArea
              label="Admin notes"
              isRequired={false}
              hint="Kept with the notes on the caregiver. Only visible to staff."
              maxLength={2_000}
              rows={2}
              autoFocus={!isRejection}
              {...field}
              value={field.value ?? ''}
            />
          )}
        </Field>
      )}
      <FormError message={formError} />
    </ConfirmDialog>
  )
}

/** Scrolls inside if there are many. */
function Names({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <ul
      aria-label={label}
      className="max-h-44 list-disc overflow-y-auto rounded-control bg-sand py-3 pr-4 pl-8 marker:text-ink-soft"
    >
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name, and the list never changes
        <li key={index} className="wrap-anywhere">
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The bookings that a rejection cancels, for each of the caregivers. */
function RejectionConsequences({ caregivers }: { caregivers: readonly Caregiver[] }) {
  const isOne = caregivers.length === 1
  return caregivers.map((caregiver) => (
    <CaregiverConsequences key={caregiver.id} caregiver={caregiver} hasName={!isOne} />
  ))
}

function CaregiverConsequences({ caregiver, hasName }: { caregiver: Caregiver; hasName: boolean }) {
  const { id, full_name: name } = caregiver
  const ahead = useDeactivationPreviewQuery({ id }, { refetchOnMountOrArgChange: true })
  const consequences = <RemovalConsequences ahead={ahead} isFamily={false} />
  if (!hasName) return consequences
  return (
    <section aria-label={name}>
      <p className="wrap-anywhere font-semibold">{name}</p>
      {consequences}
    </section>
  )
}
