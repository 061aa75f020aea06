import type { Deps } from '../../../deps.ts'
import { findConversationBetween } from '../queries.ts'

/** Pushes `conversation.changed` to both people, if they have a conversation. */
export async function pushConversationChanged(
  { database, hub }: Pick<Deps, 'database' | 'hub'>,
  { blockerId, blockedId }: { blockerId: number; blockedId: number },
): Promise<void> {
  const userIds = [blockerId, blockedId]
  const id = await findConversationBetween(database, userIds)
  if (id === null) return
  await hub.push('chat', { userIds, frame: { event: 'conversation.changed', conversation_id: id } })
}
