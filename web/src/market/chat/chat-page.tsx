import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { type Role, useSession } from '../../lib/session/session.ts'
import { DocumentTitle } from '../../ui/document-title.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { EmptyLetterbox } from '../../ui/scenes/empty-letterbox.tsx'
import { useConversationsInfiniteQuery } from './chat-api.ts'
import { useChatClient } from './client/use-chat-client.ts'
import { ConversationList } from './conversations/conversation-list.tsx'
import { MissingConversation } from './conversations/conversation-panel.tsx'
import { ConversationSkeleton } from './conversations/conversation-skeleton.tsx'
import { OpenConversation } from './conversations/open-conversation.tsx'
import {
  type SelectedConversation,
  useSelectedConversation,
} from './conversations/use-selected-conversation.ts'

/**
 * Sets an element's `--visible-height` to the height above an open on-screen keyboard. Browsers don't resize
 * the window for the keyboard, which would cover the composer.
 */
function useViewportHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const update = () => {
      // Zooming also shrinks the viewport, but not the window.
      const height = viewport.scale === 1 ? `${viewport.height}px` : '100dvh'
      element.current?.style.setProperty('--visible-height', height)
    }
    update()
    viewport.addEventListener('resize', update)
    return () => viewport.removeEventListener('resize', update)
  }, [element])
}

/** Shows the list beside the conversation, or one of the two on a phone. */
export function ChatPage() {
  const { user } = useSession()
  return user && <ChatScreen userId={user.id} role={user.role} />
}

function ChatScreen({ userId, role }: { userId: number; role: Role }) {
  const screen = useRef<HTMLDivElement>(null)
  useViewportHeight(screen)
  const client = useChatClient()
  const query = useConversationsInfiniteQuery()
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = query
  const conversations = useMemo(() => {
    const all = data?.pages.flatMap(({ results }) => results)
    // One that moves to the top while pages load may appear twice.
    return all && [...new Map(all.map((conversation) => [conversation.id, conversation])).values()]
  }, [data])
  const selection = useSelectedConversation(role, conversations ?? [])
  const isOpen = selection.kind !== 'none'
  // Without any conversation, the empty list takes the full width.
  const isEmpty = !isOpen && conversations?.length === 0
  const { panel, list } = usePanelFocus(isOpen)
  return (
    <div
      ref={screen}
      className="mx-auto h-[calc(var(--visible-height,100dvh)-4.5rem-var(--tabs,0px))] min-h-80 w-full max-w-page md:px-8 md:py-6"
    >
      <DocumentTitle>{selection.kind === 'open' ? selection.other.full_name : 'Messages'}</DocumentTitle>
      <div className="h-full overflow-hidden bg-paper-raised md:grid md:grid-cols-[19rem_1fr] md:rounded-card md:border md:border-line md:shadow-soft lg:grid-cols-[23rem_1fr]">
        <section
          ref={list}
          tabIndex={-1}
          aria-label="All messages"
          className={`flex h-full flex-col overflow-y-auto border-line outline-none ${isEmpty ? 'md:col-span-2' : 'md:border-r'} ${isOpen ? 'max-md:hidden' : ''}`}
        >
          <h1 className="flex min-h-18 shrink-0 items-center px-5 text-28">Messages</h1>
          <ConversationList
            role={role}
            query={{ ...query, currentData: conversations }}
            activeId={selection.kind === 'open' ? selection.conversationId : null}
            onMore={hasNextPage ? fetchNextPage : undefined}
            isLoadingMore={isFetchingNextPage}
          />
        </section>
        <section
          ref={panel}
          tabIndex={-1}
          aria-label="Conversation"
          className={`flex h-full min-h-0 min-w-0 flex-col outline-none ${isOpen ? '' : 'max-md:hidden'} ${isEmpty ? 'md:hidden' : ''}`}
        >
          <Selected selection={selection}>
            {(open) =>
              client && (
                <OpenConversation
                  // Keeps the panel when the first message starts the conversation.
                  key={open.other.id}
                  userId={userId}
                  role={role}
                  selection={open}
                  client={client}
                />
              )
            }
          </Selected>
        </section>
      </div>
    </div>
  )
}

interface SelectedProps {
  selection: SelectedConversation
  children: (open: Extract<SelectedConversation, { kind: 'open' }>) => React.ReactNode
}

function Selected({ selection, children }: SelectedProps) {
  if (selection.kind === 'open') return children(selection)
  if (selection.kind === 'loading') return <ConversationSkeleton />
  return (
    <div className="flex flex-1 flex-col justify-center overflow-y-auto">
      {selection.kind === 'missing' ? (
        <MissingConversation />
      ) : selection.kind === 'failed' ? (
        <ErrorState
          title="Failed to load conversation"
          error={selection.error}
          onRetry={selection.retry}
          isRetrying={selection.isRetrying}
        />
      ) : (
        <EmptyState
          title="Choose a conversation"
          hint="Your messages with that person will appear here."
          scene={<EmptyLetterbox />}
        />
      )}
    </div>
  )
}

/** On a phone the panel and the list replace each other. The focus moves to the one that appears. */
function usePanelFocus(isOpen: boolean) {
  const panel = useRef<HTMLElement>(null)
  const list = useRef<HTMLElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    const [shown, hidden] = isOpen ? [panel, list] : [list, panel]
    if (hidden.current?.offsetParent === null) shown.current?.focus({ preventScroll: true })
  }, [isOpen])
  return { panel, list }
}
