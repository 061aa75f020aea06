import {
  CANCEL_REASONS,
  type CancelBody,
  type CancellationPreview,
  type CancelReason,
} from '@tendwell/contract/cancellation/calls'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { type ReactNode, useRef, useState } from 'react'
import { getErrorBody, isOutdated } from '../../lib/errors.ts'
import { plural } from '../../lib/format/format.ts'
import { type Action, useAction } from '../../lib/forms/use-action.ts'
import { Banner } from '../../ui/banner.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { QueryBody, type QueryBodyProps } from '../../ui/query-panel.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChooseVisits } from './choose-visits.tsx'
import { WindowList } from './window-list.tsx'

interface CancelFormProps<Preview extends CancellationPreview> {
  consequence: string
  /** The visits ahead. */
  windows: readonly { booking_id: number; start_utc: string; end_utc: string }[]
  zone: string
  /** Ids of bookings. */
  chosen: number[]
  onChoose: (chosen: number[]) => void
  /** Whose reasons are offered. */
  side: Side
  reason: CancelReason | null
  onReason: (reason: CancelReason) => void
  preview: QueryBodyProps<Preview>['query']
  /** What will happen. */
  outcome: (preview: Preview) => ReactNode
  send: (body: CancelBody & { booking_ids: number[] }, key: string) => Promise<unknown>
  /** The toast after the cancellation. */
  success: (preview: Preview) => string
  toasts?: Action<unknown, unknown>['toasts']
  onClose: () => void
  /** Between the visits and what will happen. */
  choices?: ReactNode
  /** After what will happen. */
  children?: ReactNode
}

/**
 * Cancels some or all visits ahead, after showing what will happen. Asks again if the refund has changed
 * meanwhile.
 */
export function CancelForm<Preview extends CancellationPreview>(props: CancelFormProps<Preview>) {
  const { windows, chosen, side, reason, preview, onClose } = props
  const { currentData } = preview
  const [isReasonMissing, setReasonMissing] = useState(false)
  const reasonRef = useRef<HTMLButtonElement>(null)
  const [hasChanged, setChanged] = useState(false)
  const { run, isPending } = useAction({
    send: props.send,
    success: () => (currentData ? props.success(currentData) : 'Canceled'),
    failure: 'Failed to cancel the booking',
    ...(props.toasts && { toasts: props.toasts }),
    onSuccess: onClose,
    onFailure: async (error) => {
      if (getErrorBody(error)?.refund_usd === undefined) {
        if (isOutdated(error)) onClose()
        return
      }
      setChanged(true)
      await preview.refetch()
    },
  })

  function confirm() {
    if (!reason) {
      setReasonMissing(true)
      return reasonRef.current?.focus()
    }
    if (currentData) void run({ booking_ids: chosen, reason, refund_usd: currentData.refund_usd })
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={windows.length > 1 ? 'Cancel visits?' : 'Cancel this visit?'}
      consequence={props.consequence}
      confirmLabel={chosen.length > 1 ? `Cancel ${plural(chosen.length, 'visit')}` : 'Cancel visit'}
      pendingLabel="Canceling…"
      cancelLabel="Keep booking"
      onConfirm={confirm}
      isPending={isPending}
      isConfirmDisabled={!currentData || chosen.length === 0}
    >
      {hasChanged && (
        <Banner tone="warning" title="The refund has changed">
          A time limit of the cancellation policy has passed. Check the new amount before you confirm.
        </Banner>
      )}
      {windows.length > 1 ? (
        <ChooseVisits
          label="Visits to cancel"
          windows={windows}
          zone={props.zone}
          chosen={chosen}
          onChange={props.onChoose}
        />
      ) : (
        <WindowList windows={windows} zone={props.zone} />
      )}
      {props.choices}
      <Select<CancelReason>
        label="Reason"
        ref={reasonRef}
        isRequired
        value={reason}
        onChange={(value) => {
          props.onReason(value)
          setReasonMissing(false)
        }}
        options={CANCEL_REASONS[side].map(({ value, label }) => ({ id: value, label }))}
        error={isReasonMissing ? 'Choose a reason' : undefined}
      />
      {chosen.length === 0 && windows.length > 0 ? (
        <p className="text-ink-soft">Choose at least one visit.</p>
      ) : (
        <QueryBody
          query={preview}
          failure="Failed to work out the refund"
          skeleton={<Skeleton className="h-24 w-full" />}
          isCompact
        >
          {props.outcome}
        </QueryBody>
      )}
      {props.children}
    </ConfirmDialog>
  )
}
