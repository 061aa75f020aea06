/** A family's payments, with the hours of care that each paid for. */
import { usdFromCents } from '@tendwell/contract/money'
import type { PaidCare, Payment, Receipt } from '@tendwell/contract/payments/payments'
import { inArray } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import type { PageRequest } from '../../../platform/database/paging.ts'
import { getReceipt, listPayments } from '../../payments/index.ts'
import { groupByRequest, listWindowsOfRequests } from '../queries.ts'
import { describeCare, toHours } from '../requests/price.ts'
import { requests } from '../tables.ts'

/** A page of a family's payments, newest first. */
export async function listFamilyPayments(
  reader: Reader,
  familyId: number,
  query: PageRequest,
): Promise<{ count: number; results: Payment[] }> {
  const { count, results } = await listPayments(reader, familyId, query)
  const care = await listCareByRequest(
    reader,
    results.map(({ request_id }) => request_id),
  )
  return {
    count,
    results: results.map((payment) => ({ ...payment, care: care.get(payment.request_id) ?? null })),
  }
}

/** The receipt of a payment. @throws AppError 404 unless it is this family's payment */
export async function getFamilyReceipt(
  reader: Reader,
  familyId: number,
  paymentId: number,
): Promise<Receipt> {
  const receipt = await getReceipt(reader, familyId, paymentId)
  const care = (await listCareByRequest(reader, [receipt.request_id])).get(receipt.request_id) ?? null
  const description = describeCare(care?.total_hours ?? 0, receipt.caregiver_name)
  return { ...receipt, description, care }
}

/** What each request's payment is for, by the request's id. */
async function listCareByRequest(
  reader: Reader,
  requestIds: readonly number[],
): Promise<Map<number, PaidCare>> {
  const requestRows = await reader
    .select()
    .from(requests)
    .where(inArray(requests.id, [...requestIds]))
  const windowsByRequest = groupByRequest(await listWindowsOfRequests(reader, requestIds))
  return new Map(
    requestRows.map((request) => [
      request.id,
      {
        timezone: request.timezone,
        windows: (windowsByRequest.get(request.id) ?? []).map(({ startsAt, endsAt, canceledAt }) => ({
          start_utc: startsAt.toISOString(),
          end_utc: endsAt.toISOString(),
          is_canceled: canceledAt !== null,
        })),
        total_hours: toHours(request.totalMinutes),
        hourly_rate_snapshot_usd: usdFromCents(request.rateCents),
        service_fee_usd: usdFromCents(request.serviceFeeCents),
        cancellation_policy: request.cancellationPolicy,
        is_booked: request.paidAt !== null,
      },
    ]),
  )
}
