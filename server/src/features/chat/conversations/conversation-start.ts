import type { ChatMessage } from '@tendwell/contract/chat/chat'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { forbidden, invalid, notFound, tooManyRequests } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { lockPairUnlessBlocked } from '../../blocks/index.ts'
import { hasRequestBetween } from '../../bookings/index.ts'
import { findUser, lockUser } from '../../people/index.ts'
import { findCaregiver, isRestricted } from '../../profiles/index.ts'
import { addMessage, type MessageInput, type SendingDeps } from '../messages/sending.ts'
import { findConversationId, listConversationStarts } from '../queries.ts'
import { insertConversation, lockConversation } from '../store.ts'
import { findSideOfRole, getOtherSide, type Members, toMembers } from './conversation.ts'

/** A family who looks for a caregiver doesn't need more in a day. */
const STARTS_A_DAY = 10

/**
 * Sends a message to a user, and starts a conversation if there is none yet.
 * @throws AppError 400 without a recipient, 403 for admins, 404 if the actor may not write to the recipient,
 *   429 for the eleventh conversation started within a day
 * @see docs/rules/chat-and-notifications.md#who-may-write
 */
export async function startConversation(
  transaction: Transaction,
  deps: SendingDeps,
  actor: Actor,
  { to, input }: { to: Partial<Record<Side, number>>; input: MessageInput },
): Promise<{ conversationId: number; message: ChatMessage }> {
  const members = parseMembers(actor, to)
  let existingId = await findConversationId(transaction, members)
  if (existingId === null) {
    // The lock lets parallel calls of one person count one after another. An earlier one may have started
    // this conversation, so it is looked for again.
    await lockUser(transaction, actor.id)
    existingId = await findConversationId(transaction, members)
  }
  if (existingId === null) {
    if (!(await canStart(transaction, actor, members))) throw notFound("You can't message this person")
    await requireFewStarts(transaction, deps, actor.id)
  }
  const { id, isNew } =
    existingId === null
      ? await insertConversation(transaction, members, deps.clock.now())
      : { id: existingId, isNew: false }
  const conversation = await lockConversation(transaction, id, actor.id, deps.clock.now())
  const message = await addMessage(transaction, deps, conversation, { input, isNewConversation: isNew })
  return { conversationId: id, message }
}

/** @throws AppError 429 if the person started 10 conversations within a day, until the oldest is a day old */
async function requireFewStarts(
  transaction: Transaction,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  actorId: number,
): Promise<void> {
  if (!config.rateLimits) return
  const now = clock.now().getTime()
  const startTimes = await listConversationStarts(transaction, actorId, new Date(now - DAY_MS))
  const oldestCounted = startTimes.at(-STARTS_A_DAY)
  if (!oldestCounted) return
  const waitMs = oldestCounted.getTime() + DAY_MS - now
  const hours = Math.max(1, Math.ceil(waitMs / HOUR_MS))
  const detail = `You have started ${STARTS_A_DAY} conversations within a day. You can start the next one in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  throw tooManyRequests(detail, waitMs / 1_000)
}

/** The two members of a conversation that the actor wants to start. @throws AppError 400, 403 */
function parseMembers(actor: Actor, to: Partial<Record<Side, number>>): Members {
  const side = findSideOfRole(actor.role)
  if (!side) throw forbidden()
  const otherSide = getOtherSide(side)
  const otherId = to[otherSide]
  if (otherId === undefined) {
    const label = otherSide === 'caregiver' ? 'Caregiver' : 'Family'
    throw invalid({ [`${otherSide}_id`]: [`${label} is required`] })
  }
  if (to[side] !== undefined && to[side] !== actor.id) {
    throw invalid({ [`${side}_id`]: ['This must be your own id'] })
  }
  return toMembers(side, actor.id, otherId)
}

/**
 * Whether the actor may start a conversation with the other member: a family with a listed caregiver, a
 * caregiver who isn't restricted with an active family that has sent them a request. Neither may have blocked
 * the other.
 */
async function canStart(transaction: Transaction, actor: Actor, members: Members): Promise<boolean> {
  if (members.familyId === members.caregiverId) return false
  if (!(await lockPairUnlessBlocked(transaction, members.familyId, members.caregiverId))) return false
  if (actor.id === members.familyId) {
    return (await findCaregiver(transaction, members.caregiverId))?.isListed ?? false
  }
  if (await isRestricted(transaction, actor.id)) return false
  const family = await findUser(transaction, members.familyId)
  return family?.isActive === true && (await hasRequestBetween(transaction, members))
}
