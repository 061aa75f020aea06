/**
 * What families, caregivers and admins do in random lives of bookings. Each action ignores what does not
 * apply.
 */
import { CANCELLATION_POLICIES } from '@tendwell/contract/cancellation/policies'
import { HOUR_MS, MINUTE_MS } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { cancelForSide, cancelOwnBookings } from '../../../src/features/bookings/canceling/commands.ts'
import {
  previewAdminCancellation,
  previewCancellation,
} from '../../../src/features/bookings/canceling/queries.ts'
import {
  acceptRequest,
  confirmRequest,
  sendRequest,
  startCheckout,
} from '../../../src/features/bookings/index.ts'
import {
  closeDispute,
  escalateDispute,
  openDispute,
  rejectDispute,
} from '../../../src/features/disputes/index.ts'
import { disputes } from '../../../src/features/disputes/tables.ts'
import { getRefundableCents } from '../../../src/features/payments/index.ts'
import { requestPayout } from '../../../src/features/payouts/index.ts'
import { caregiverProfiles } from '../../../src/features/profiles/index.ts'
import { getBalance } from '../../consistency.ts'
import { payFor } from '../../factories/payments.ts'
import { chooseBank, inTransaction } from '../money-model.ts'
import { MOVE_ACTIONS } from './moves.ts'
import {
  type Action,
  type Dice,
  listBookingsAhead,
  listLiveBookings,
  onRequest,
  pick,
  pickDate,
  type World,
} from './world.ts'

const asAdmin = ({ admin: { id, role, staffRole, sessionId } }: World) => ({
  id,
  role,
  staffRole,
  sessionId,
  mustSetUpTwoStep: false,
})

/** Sends a request for one to three windows on different days, and accepts it. */
async function send(world: World, { which, day, amount }: Dice): Promise<void> {
  const { app, caregiver, families, sent } = world
  const family = pick(families, which)
  const start = 6 + (amount % 4)
  const windows = Array.from({ length: 1 + (which % 3) }, (_, index) => ({
    date: pickDate(world, day + index * 3),
    start: `${String(start + index).padStart(2, '0')}:00`,
    end: `${String(start + index + 1 + (amount % 3)).padStart(2, '0')}:30`,
  }))
  const body = { caregiver_id: caregiver.id, timezone: 'UTC', windows }
  const { id } = await inTransaction(app, (tx) => sendRequest(tx, app.deps, family.id, body))
  await acceptRequest(app.deps, caregiver.id, id)
  sent.push({ id, family })
}

/** Their refunds work at once, a minute later, and never. */
const CARDS = ['4242424242424242', '4000000000007726', '4000000000005126']

const pay = onRequest(async ({ app }, { id, family }, { amount }) => {
  const { checkout_url } = await startCheckout(app.deps, family.id, id)
  await payFor(app, checkout_url, pick(CARDS, amount))
  await confirmRequest(app.deps, family.id, id)
})

/** One, two or all of a request's bookings that are ahead. */
async function chooseBookings(world: World, requestId: number, count: number): Promise<number[] | undefined> {
  const bookings = await listBookingsAhead(world, requestId, count)
  return count === 3 || bookings.length === 0 ? undefined : bookings.map(({ id }) => id)
}

const cancelAs = (side: 'caretaker' | 'caregiver') =>
  onRequest(async (world, { id, family }, { amount }) => {
    const { app, caregiver } = world
    const actor = { id: side === 'caregiver' ? caregiver.id : family.id, side }
    const booking_ids = await chooseBookings(world, id, 1 + (amount % 3))
    const { refund_usd } = await previewCancellation(app.deps, actor, id, booking_ids)
    const reason = pick(['illness', 'asked_to', 'concern', 'other'] as const, amount)
    const body = { booking_ids, reason, refund_usd }
    await inTransaction(app, (tx) => cancelOwnBookings(tx, app.deps, actor, id, body))
  })

const cancelAsAdmin = onRequest(async (world, { id }, { amount }) => {
  const { app } = world
  const side = pick(['caretaker', 'caregiver'] as const, amount)
  const refund = pick(['policy', 'full', 'none'] as const, amount)
  const bookingIds = await chooseBookings(world, id, 1 + (amount % 3))
  const by = { actor: asAdmin(world), address: '127.0.0.1' }
  const { refund_usd } = await previewAdminCancellation(app.deps, by.actor, id, { side, refund, bookingIds })
  const body = { booking_ids: bookingIds, for: side, refund, reason: 'other', refund_usd, note: '' } as const
  await inTransaction(app, (tx) => cancelForSide(tx, app.deps, by, id, body))
})

const dispute = onRequest(async ({ app }, { id, family }) => {
  const body = { booking_request: id, type: 'schedule', reason: 'Nobody came' } as const
  await inTransaction(app, (tx) => openDispute(tx, app.deps, family.id, body))
})

/** Decides the oldest open dispute: against the family, or with a refund of some of what can be refunded. */
export async function endDispute(world: World, { amount }: Dice): Promise<boolean> {
  const { app, caregiver } = world
  const admin = asAdmin(world)
  const [open] = await app.deps.database
    .select()
    .from(disputes)
    .where(sql`${disputes.caregiverId} = ${caregiver.id} AND ${disputes.status} = 'submitted'`)
    .orderBy(disputes.id)
    .limit(1)
  if (!open) return false
  const resolution = 'Both sides were heard'
  if (amount % 3 === 0) {
    await rejectDispute(app.deps, admin, '127.0.0.1', { id: open.id, resolution })
    return true
  }
  await escalateDispute(app.deps, admin, '127.0.0.1', open.id)
  const maxCents = await getRefundableCents(app.deps.database, open.requestId)
  const refundUsd = Math.min(maxCents, amount) / 100
  await closeDispute(app.deps, admin, '127.0.0.1', { id: open.id, refundUsd, resolution })
  return true
}

export const ACTIONS = {
  ...MOVE_ACTIONS,
  send,
  sendAndPay: async (world, dice) => {
    await send(world, dice)
    await pay(world, { ...dice, which: world.sent.length - 1 })
  },
  pay,
  familyCancels: cancelAs('caretaker'),
  caregiverCancels: cancelAs('caregiver'),
  adminCancels: cancelAsAdmin,
  choosePolicy: async ({ app, caregiver }, { amount }) => {
    const cancellationPolicy = pick(CANCELLATION_POLICIES, amount)
    await app.deps.database
      .update(caregiverProfiles)
      .set({ cancellationPolicy })
      .where(eq(caregiverProfiles.userId, caregiver.id))
  },
  dispute,
  endDispute,
  withdraw: async ({ app, caregiver }, { amount }) => {
    const cents = Math.min(amount, Math.max(1, await getBalance(app, 'available', caregiver.id)))
    await inTransaction(app, (tx) => requestPayout(tx, app.deps, caregiver.id, cents))
  },
  changeBank: ({ app, caregiver }, { amount }) =>
    chooseBank(app, caregiver.id, pick(['arrive', 'fail', 'are canceled'] as const, amount)),
  drain: ({ app }) => app.drain(),
  waitForRelease: onRequest(async (world, { id }) => {
    const { app } = world
    const last = (await listLiveBookings(world, id)).at(-1)
    const dueMs = (last?.endsAt.getTime() ?? 0) + app.deps.config.releaseDelayHours * HOUR_MS
    const minutes = Math.ceil((dueMs - app.deps.clock.now().getTime()) / MINUTE_MS)
    if (minutes > 0) await app.advance(minutes)
  }),
  waitHours: ({ app }, { day }) => app.advance(60 * (1 + day * 3)),
} satisfies Record<string, Action>
