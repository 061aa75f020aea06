import type { Side } from '@tendwell/contract/accounts'
import type { ChatMessage } from '@tendwell/contract/chat'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../platform/access.ts'
import type { Transaction } from '../../platform/database.ts'
import { forbidden, invalid, notFound } from '../../platform/errors.ts'
import { findUser } from '../accounts/index.ts'
import { hasRequestBetween } from '../bookings/index.ts'
import { caregiverProfiles, getVerificationStatus, isRestricted } from '../profiles/index.ts'
import { getOtherSide, getSideOfRole, type Members } from './conversation.ts'
import { findConversationId } from './queries.ts'
import { addMessage, type MessageInput, type SendingDeps } from './sending.ts'
import { insertConversation, lockConversation } from './store.ts'

/**
 * Sends a message to a user, and starts a conversation if there is none yet.
 * @throws AppError 400 without a recipient, 403 for admins, 404 if the actor may not write to the recipient
 * @see docs/rules/chat-and-notifications.md#who-may-write
 */
export async function startConversation(
  transaction: Transaction,
  deps: SendingDeps,
  actor: Actor,
  { to, input }: { to: Partial<Record<Side, number>>; input: MessageInput },
): Promise<{ conversationId: number; message: ChatMessage }> {
  const members = parseMembers(actor, to)
  const existingId = await findConversationId(transaction, members)
  if (existingId === null && !(await canStart(transaction, actor, members))) throw notFound()
  const { id, isNew } =
    existingId === null
      ? await createConversation(transaction, deps, members)
      : { id: existingId, isNew: false }
  const conversation = await lockConversation(transaction, id, actor.id, deps.clock.now())
  const message = await addMessage(transaction, deps, conversation, { input, isNewConversation: isNew })
  return { conversationId: id, message }
}

async function createConversation(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  members: Members,
) {
  return insertConversation(transaction, members, clock.now())
}

function parseMembers(actor: Actor, to: Partial<Record<Side, number>>): Members {
  const side = getSideOfRole(actor.role)
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
  return side === 'caretaker'
    ? { caretakerId: actor.id, caregiverId: otherId }
    : { caretakerId: otherId, caregiverId: actor.id }
}

async function canStart(transaction: Transaction, actor: Actor, members: Members): Promise<boolean> {
  if (actor.id === members.caretakerId) {
    const [caregiver] = await transaction
      .select({ isListed: caregiverProfiles.isListed })
      .from(caregiverProfiles)
      .where(eq(caregiverProfiles.userId, members.caregiverId))
    return caregiver?.isListed ?? false
  }
  if (isRestricted(await getVerificationStatus(transaction, actor.id))) return false
  const family = await findUser(transaction, members.caretakerId)
  return family?.isActive === true && (await hasRequestBetween(transaction, members))
}
