import { useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from 'react-redux'
import { useSession } from '../../lib/session.ts'
import { type ChatState, noChat } from './chat-state.ts'
import type { ChatStore } from './chat-store.ts'
import { type Chat, createChat } from './client.ts'

/** The chat of this tab: the header and the screen share one, which ends with the last of them. */
let shared: { userId: number; chat: Chat; holders: number } | null = null

function hold(userId: number, make: () => Chat): Chat {
  if (shared?.userId !== userId) {
    shared?.chat.close()
    shared = { userId, chat: make(), holders: 0 }
  }
  shared.holders += 1
  return shared.chat
}

function release(chat: Chat) {
  if (shared?.chat !== chat) return
  shared.holders -= 1
  if (shared.holders > 0) return
  chat.close()
  shared = null
}

const never = () => () => undefined

/** The chat of who is logged in, and its state; no chat in the first moment. */
export function useChat(): { chat: Chat | null; state: ChatState } {
  const store = useStore() as unknown as ChatStore
  const { user } = useSession()
  const [chat, setChat] = useState<Chat | null>(null)
  const userId = user?.id
  const role = user?.role

  useEffect(() => {
    if (userId === undefined || role === undefined) return
    const held = hold(userId, () => createChat(userId, role, store))
    setChat(held)
    return () => {
      setChat(null)
      release(held)
    }
  }, [userId, role, store])

  const state = useSyncExternalStore(chat?.subscribe ?? never, chat?.state ?? (() => noChat))
  return { chat, state }
}
