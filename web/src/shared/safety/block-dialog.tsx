import {
  BLOCK_REASONS,
  BLOCK_TEXT_MAXIMUM,
  type BlockPreview,
  type BlockReason,
  blockBody,
} from '@tendwell/contract/safety/blocks'
import { formatInstant, formatMoney, plural } from '../../lib/format/format.ts'
import { Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import type { Role } from '../../lib/session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { QueryBody } from '../../ui/query-panel.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useBlockMutation, useBlockPreviewQuery } from './blocks-api.ts'

const reasons = BLOCK_REASONS.map(({ value, label }) => ({ id: value, label }))

export interface BlockDialogProps {
  person: { id: number; full_name: string }
  /** The viewer's role. */
  role: Role
  onClose: () => void
  /** After they were blocked. By default the dialog closes. */
  onBlocked?: () => void
}

/**
 * Asks before blocking the other person, and why, and shows what it cancels.
 * @see docs/rules/safety.md#blocks
 */
export function BlockDialog({ person, role, onClose, onBlocked = onClose }: BlockDialogProps) {
  const [block] = useBlockMutation()
  const ahead = useBlockPreviewQuery(person.id, { refetchOnMountOrArgChange: true })
  const preview = ahead.currentData
  const visits = preview?.visits.length ?? 0
  const form = useZodForm(blockBody, {
    defaultValues: { user_id: person.id, reason: '' as BlockReason, text: '' },
  })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => block(body).unwrap(),
    success: `You blocked ${person.full_name}`,
    failure: 'Failed to block',
    onSuccess: onBlocked,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Block ${person.full_name}?`}
      consequence={`You and ${person.full_name} won’t be able to message or find each other here. Unpaid requests between you will be closed. We won’t tell them that you blocked them.`}
      confirmLabel={visits > 0 ? `Block and cancel ${plural(visits, 'visit')}` : 'Block'}
      pendingLabel="Blocking…"
      onConfirm={submit}
      isPending={isPending}
      isConfirmDisabled={!preview}
    >
      <div className="flex flex-col gap-5">
        <QueryBody
          query={ahead}
          failure="Failed to load your visits"
          skeleton={<SkeletonRows rows={1} />}
          isCompact
        >
          {(preview) => <VisitsAhead preview={preview} name={person.full_name} role={role} />}
        </QueryBody>
        <Field form={form} name="reason">
          {(field) => <Select label="Reason" placeholder="Choose a reason" options={reasons} {...field} />}
        </Field>
        <Field form={form} name="text">
          {(field) => (
            <TextArea
              label="Details"
              isRequired={false}
              hint="Only our team reads the reason and the details."
              rows={2}
              maxLength={BLOCK_TEXT_MAXIMUM}
              {...field}
              value={field.value ?? ''}
            />
          )}
        </Field>
        <FormError message={formError} />
      </div>
    </ConfirmDialog>
  )
}

/** The paid visits that the block cancels, with what comes back of each. */
function VisitsAhead({ preview, name, role }: { preview: BlockPreview; name: string; role: Role }) {
  const { visits, disputed } = preview
  if (visits.length === 0 && disputed === 0) return null
  return (
    <section aria-label="Paid visits" className="flex flex-col gap-3">
      {visits.length > 0 && (
        <>
          <p>
            <strong className="font-semibold">{`This cancels ${plural(visits.length, 'paid visit')}.`}</strong>{' '}
            {describeMoney(preview, name, role)}
          </p>
          <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-control border border-line px-3.5">
            {visits.map(({ booking_id: id, start_utc: start, refund_usd: refund }) => (
              <li key={id} className="flex items-center justify-between gap-4 py-2.5">
                <span>{formatInstant(start)}</span>
                <span className="tabular text-right">{`${formatMoney(refund)} back`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {disputed > 0 && (
        <p>{`${plural(disputed, 'booking')} in a dispute, with us or at a bank, ${disputed === 1 ? 'stays' : 'stay'} until it’s decided.`}</p>
      )}
    </section>
  )
}

function describeMoney(preview: BlockPreview, name: string, role: Role): string {
  const { refund_usd: refund, kept_usd: kept, completion_rate: rate } = preview
  if (role === 'caregiver') {
    const falls = rate?.now != null && rate.after != null && rate.after < rate.now
    const change = falls ? ` Your completion rate falls from ${rate.now}% to ${rate.after}%.` : ''
    return `The family gets ${formatMoney(refund)} back.${change} They’ll read that you canceled, and see other caregivers.`
  }
  const keeps = kept > 0 ? `, and ${name} keeps ${formatMoney(kept)}` : ''
  return `${formatMoney(refund)} goes back to your card${keeps}, by the cancellation policy. ${name} will read that you canceled.`
}
