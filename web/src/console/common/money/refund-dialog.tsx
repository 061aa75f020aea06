import {
  REFUND_BEARERS,
  REFUND_REFERENCE_MAXIMUM,
  type RefundBearer,
  type RefundOptions,
  STAFF_REFUND_REASON_MAXIMUM,
} from '@tendwell/contract/payments/staff-refunds'
import { z } from 'zod'
import { getErrorStatus } from '../../../lib/errors.ts'
import { formatMoney } from '../../../lib/format/format.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { useSession } from '../../../lib/session/session.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { BookingLink } from '../lists/record-links.tsx'
import { useRefundBookingMutation, useRefundOptionsQuery } from './refunds-api.ts'
import { WaitingRefundRow } from './waiting-refunds.tsx'

export interface RefundDialogProps {
  bookingId: number
  /** Their names. */
  family: string
  caregiver: string
  onClose: () => void
}

/** Refunds an amount of a booking, also after the visit. @see docs/rules/money.md#refunds-by-staff */
export function RefundDialog(props: RefundDialogProps) {
  const { bookingId, onClose } = props
  const mayDecide = useSession().user?.staff_role !== 'support'
  const { data, error, isFetching, refetch } = useRefundOptionsQuery(bookingId, {
    refetchOnMountOrArgChange: true,
  })
  const title = `Refund booking #${bookingId}`
  const { waiting, obstacle } = data ?? {}
  if (data && !waiting && !obstacle) {
    return <RefundForm {...props} title={title} options={data} isFetching={isFetching} />
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      lead={waiting && 'A refund of this booking is waiting for a decision.'}
    >
      {waiting && <WaitingRefundRow refund={waiting} mayDecide={mayDecide} onDecided={onClose} />}
      {!waiting && obstacle && (
        <p>
          {obstacle}. <BookingLink id={bookingId} />
        </p>
      )}
      {!data && error && (
        <ErrorState
          title="We couldn’t load what can be refunded"
          error={error}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && <Skeleton className="h-40" />}
    </Dialog>
  )
}

interface RefundFormProps extends RefundDialogProps {
  title: string
  options: RefundOptions
  isFetching: boolean
}

function RefundForm({ bookingId, family, caregiver, onClose, title, options, isFetching }: RefundFormProps) {
  const [refund] = useRefundBookingMutation()
  const { refundable_usd, caregiver_usd, alone_usd: aloneUsd } = options
  const form = useZodForm(createSchema(options), {
    defaultValues: {
      amount_usd: null,
      borne_by: caregiver_usd === 0 ? 'tendwell' : 'caregiver',
      reason: '',
      isPaidAnotherWay: false,
      reference: '',
    },
  })
  const [amountUsd, bearer, isPaidAnotherWay] = form.watch(['amount_usd', 'borne_by', 'isPaidAnotherWay'])
  const excess = findExcess(options, bearer, amountUsd)
  const waits = aloneUsd !== null && (amountUsd ?? 0) > aloneUsd
  const { submit, isPending, formError } = useSubmit(form, {
    send: ({ amount_usd, borne_by, reason, ...way }) =>
      refund({
        bookingId,
        body: {
          amount_usd: amount_usd ?? 0,
          borne_by,
          reason,
          refundable_usd,
          ...(way.isPaidAnotherWay && { reference: way.reference }),
        },
      }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to refund',
    toasts: threeSecondToast,
    onSuccess: onClose,
    // A dispute or a chargeback may have been opened. What can be refunded is read again.
    onFailure: (error) => {
      if (getErrorStatus(error) === 403) onClose()
    },
  })
  const bearers: Record<RefundBearer, string> = {
    caregiver: `${caregiver_usd === null ? 'Only' : `Up to ${formatMoney(caregiver_usd)},`} what we still hold of this booking. Reviews of this booking, later ones too, don’t count in their rating.`,
    tendwell: `${caregiver} keeps the money, and reviews of this booking count.`,
  }
  const labels: Record<RefundBearer, string> = { caregiver, tendwell: PRODUCT_NAME }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={title}
      consequence={`${formatMoney(refundable_usd)} can be refunded to ${family}. Visits that have not begun are canceled instead. We notify both sides, with your reason.`}
      confirmLabel={nameAction(excess ? null : amountUsd, { waits, isPaidAnotherWay })}
      pendingLabel={waits ? 'Asking…' : isPaidAnotherWay ? 'Saving…' : 'Refunding…'}
      tone="primary"
      onConfirm={submit}
      isPending={isPending}
      isConfirmDisabled={isFetching}
    >
      <Field form={form} name="amount_usd">
        {(field) => (
          <MoneyField
            label={`Refund to ${family}`}
            {...(aloneUsd !== null && {
              hint: `You decide on ${formatMoney(aloneUsd)} of this booking alone. More waits for finance or an admin.`,
            })}
            minimum={0}
            maximum={refundable_usd}
            {...field}
            error={field.error ?? excess}
          />
        )}
      </Field>
      <Field form={form} name="borne_by">
        {(field) => (
          <RadioGroup<RefundBearer>
            label="Who pays for it"
            options={REFUND_BEARERS.map((id) => ({ id, label: labels[id], note: bearers[id] }))}
            {...field}
          />
        )}
      </Field>
      <Field form={form} name="reason">
        {(field) => (
          <TextArea
            label="Reason"
            hint="Both sides read it."
            rows={2}
            maxLength={STAFF_REFUND_REASON_MAXIMUM}
            {...field}
          />
        )}
      </Field>
      {aloneUsd === null && (
        <Field form={form} name="isPaidAnotherWay">
          {(field) => <Checkbox {...field}>It was paid another way than to the card</Checkbox>}
        </Field>
      )}
      {isPaidAnotherWay && (
        <Field form={form} name="reference">
          {(field) => (
            <TextField
              label="Reference"
              hint={`Of the transfer, so that ${family} can find it.`}
              maxLength={REFUND_REFERENCE_MAXIMUM}
              {...field}
            />
          )}
        </Field>
      )}
      <FormError message={formError} />
    </ConfirmDialog>
  )
}

interface Way {
  /** Whether it waits for finance or an admin. */
  waits: boolean
  isPaidAnotherWay: boolean
}

/** What the button does with an amount in US dollars. */
function nameAction(usd: number | null, { waits, isPaidAnotherWay }: Way): string {
  if (!usd) return 'Refund'
  if (waits) return `Ask to refund ${formatMoney(usd)}`
  return isPaidAnotherWay ? `Record ${formatMoney(usd)} as paid` : `Refund ${formatMoney(usd)}`
}

/** Why an amount in US dollars is more than can be refunded, if it is. */
function findExcess(
  { refundable_usd: most, caregiver_usd: mostOfCaregiver }: RefundOptions,
  bearer: RefundBearer,
  usd: number | null,
): string | undefined {
  const maximum = bearer === 'caregiver' ? (mostOfCaregiver ?? most) : most
  return usd !== null && usd > maximum ? `You can refund at most ${formatMoney(maximum)}` : undefined
}

function createSchema(options: RefundOptions) {
  return z
    .object({
      amount_usd: z.number().nullable(),
      borne_by: z.enum(REFUND_BEARERS),
      reason: z.string().trim().min(1, { error: 'Reason is required' }).max(STAFF_REFUND_REASON_MAXIMUM),
      isPaidAnotherWay: z.boolean(),
      reference: z.string().trim(),
    })
    .superRefine(({ amount_usd: usd, borne_by, isPaidAnotherWay, reference }, { addIssue }) => {
      const excess = findExcess(options, borne_by, usd)
      const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
      if (usd === null || usd <= 0) refuse('amount_usd', 'Enter an amount above 0')
      else if (excess) refuse('amount_usd', excess)
      if (isPaidAnotherWay && reference === '') refuse('reference', 'Reference is required')
    })
}
