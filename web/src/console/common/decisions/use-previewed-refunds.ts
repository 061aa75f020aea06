import type { DeactivationPreview } from '@tendwell/contract/console/people'
import { shallowEqual, useSelector } from 'react-redux'
import { getErrorBody } from '../../../lib/errors.ts'
import { type RemovalQuery, selectDeactivationPreview } from './decisions-api.ts'

type ApiState = Parameters<ReturnType<typeof selectDeactivationPreview>>[0]

/**
 * What families get back when these people are removed, as `RemovalConsequences` shows it, in the same order.
 * Null until the bookings of each are shown, and while they are read again.
 */
export function usePreviewedRefunds(
  people: readonly RemovalQuery[],
  refund: 'policy' | 'full' = 'full',
): number[] | null {
  const refunds = useSelector(
    (state: ApiState) =>
      people.map((person) => {
        const { data, status } = selectDeactivationPreview(person)(state)
        return status === 'fulfilled' ? data && getRefund(data, refund) : undefined
      }),
    shallowEqual,
  )
  const known = refunds.filter((usd) => usd !== undefined)
  return known.length === people.length ? known : null
}

function getRefund(preview: DeactivationPreview, refund: 'policy' | 'full'): number {
  return refund === 'full' ? preview.full_refund_usd : preview.policy_refund_usd
}

/** Whether the call was refused because the refund is no longer the previewed one. The preview reloads. */
export function isRefundChange(error: unknown): boolean {
  return getErrorBody(error)?.refund_usd !== undefined
}
