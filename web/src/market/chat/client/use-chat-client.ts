import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { useSession } from '../../../lib/session/session.ts'
import { type ChatClient, createChatClient } from './chat-client.ts'
import type { ChatStore } from './chat-store.ts'

const useChatStore = useStore.withTypes<ChatStore>()

/** The header and the chat page share one client. It closes when the last component that uses it unmounts. */
let shared: { userId: number; client: ChatClient; users: number } | null = null

function acquire(userId: number, create: () => ChatClient): ChatClient {
  if (shared?.userId !== userId) {
    shared?.client.close()
    shared = { userId, client: create(), users: 0 }
  }
  shared.users += 1
  return shared.client
}

function release(client: ChatClient) {
  if (shared?.client !== client) return
  shared.users -= 1
  if (shared.users > 0) return
  client.close()
  shared = null
}

/** The chat client of the logged-in user; null on the first render. */
export function useChatClient(): ChatClient | null {
  const store = useChatStore()
  const { user } = useSession()
  const [client, setClient] = useState<ChatClient | null>(null)
  const userId = user?.id
  const role = user?.role

  useEffect(() => {
    if (userId === undefined || role === undefined) return
    const acquired = acquire(userId, () => createChatClient(userId, role, store))
    setClient(acquired)
    return () => {
      setClient(null)
      release(acquired)
    }
  }, [userId, role, store])

  return client
}
