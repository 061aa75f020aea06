/**
 * Moves of random lives: either side proposes other hours, and the other answers.
 * @see docs/rules/bookings.md#moving
 */
import type { MoveAnswer } from '@tendwell/contract/bookings/moves'
import { MINUTE_MS } from '@tendwell/contract/time'
import { answerMove } from '../../../src/features/bookings/moving/answer.ts'
import { proposeMove } from '../../../src/features/bookings/moving/proposal.ts'
import { listOpenMoves, type MoveRow } from '../../../src/features/bookings/moving/store.ts'
import type { TestWindow } from '../../factories/bookings.ts'
import { inTransaction } from '../money-model.ts'
import { type Dice, listBookingsAhead, onRequest, pick, pickDate, type Sent, type World } from './world.ts'

const SLOT_MINUTES = 30
const [OPENS, CLOSES] = [6 * 60, 18 * 60]

const toTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Hours of this length in all, in one to three windows on days of their own. */
function chooseWindows(world: World, minutes: number, { which, day, amount }: Dice): TestWindow[] {
  const parts = Math.min(1 + (which % 3), minutes / SLOT_MINUTES)
  const partMinutes = Math.floor(minutes / parts / SLOT_MINUTES) * SLOT_MINUTES
  return Array.from({ length: parts }, (_, index) => {
    const length = index === 0 ? minutes - partMinutes * (parts - 1) : partMinutes
    const starts = (CLOSES - OPENS - length) / SLOT_MINUTES + 1
    const start = OPENS + ((amount + index) % Math.max(1, starts)) * SLOT_MINUTES
    return { date: pickDate(world, day + index), start: toTime(start), end: toTime(start + length) }
  })
}

const userOf = ({ caregiver }: World, { family }: Sent, side: 'caregiver' | 'caretaker') =>
  side === 'caregiver' ? caregiver : family

async function propose(world: World, request: Sent, dice: Dice): Promise<void> {
  const { app } = world
  const bookings = await listBookingsAhead(world, request.id, 1 + (dice.amount % 3))
  const minutes = bookings.reduce((sum, booking) => sum + booking.minutes, 0)
  if (minutes === 0) return
  const proposer = userOf(world, request, pick(['caregiver', 'caretaker'], dice.day))
  const body = {
    booking_ids: bookings.map(({ id }) => id),
    timezone: 'UTC',
    windows: chooseWindows(world, minutes, dice),
  }
  await inTransaction(app, (tx) => proposeMove(tx, app.deps, proposer.id, request.id, body))
}

/** An action on a request's open proposal; without one, it is made first. */
const onMove = (work: (world: World, request: Sent, move: MoveRow) => Promise<unknown>) =>
  onRequest(async (world, request, dice) => {
    const find = async () => (await listOpenMoves(world.app.deps.database, [request.id]))[0]
    if (!(await find())) await propose(world, request, dice)
    const move = await find()
    if (move) await work(world, request, move)
  })

const answer = (status: MoveAnswer) =>
  onMove(async (world, request, { id, proposedBy }) => {
    const other = proposedBy === 'caregiver' ? 'caretaker' : 'caregiver'
    const user = userOf(world, request, status === 'withdrawn' ? proposedBy : other)
    await answerMove(world.app.deps, user.id, id, status)
  })

export const MOVE_ACTIONS = {
  proposeMove: onRequest(propose),
  acceptMove: answer('accepted'),
  declineMove: answer('declined'),
  withdrawMove: answer('withdrawn'),
  letMoveExpire: onMove(async ({ app }, _, { expiresAt }) => {
    await app.advance(Math.ceil((expiresAt.getTime() - app.deps.clock.now().getTime()) / MINUTE_MS))
  }),
}
