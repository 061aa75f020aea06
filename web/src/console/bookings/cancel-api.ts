import {
  type AdminCancelBody,
  type AdminCancellationPreview,
  type AdminRefund,
  adminCancellationPreview,
  adminCancelResponse,
} from '@tendwell/contract/cancellation/calls'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'
import { idempotencyHeader } from '../../lib/transport/idempotency.ts'

interface AdminCancellationKey {
  requestId: number
  side: Side
  refund: AdminRefund
  /** By default everything that is ahead. */
  bookingIds?: number[]
}

const adminBookingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What canceling for a side now would do. */
    adminCancellation: build.query<AdminCancellationPreview, AdminCancellationKey>({
      query: ({ requestId, side, refund, bookingIds }) => ({
        url: `/admin-panel/requests/${requestId}/cancellation/`,
        params: { for: side, refund, ...(bookingIds && { booking_ids: bookingIds.join(',') }) },
      }),
      responseSchema: adminCancellationPreview,
      keepUnusedDataFor: 0,
    }),
    adminCancelBookings: build.mutation<
      z.output<typeof adminCancelResponse>,
      { requestId: number; body: AdminCancelBody; key: string }
    >({
      query: ({ requestId, body, key }) => ({
        url: `/admin-panel/requests/${requestId}/cancel/`,
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: adminCancelResponse,
      // Also after a refusal, because then the list on screen is out of date.
      invalidatesTags: [
        { type: 'Admin', id: 'requests' },
        { type: 'Admin', id: 'notes' },
      ],
    }),
  }),
})

export const { useAdminCancellationQuery, useAdminCancelBookingsMutation } = adminBookingsApi
