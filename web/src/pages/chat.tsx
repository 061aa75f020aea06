import { useEffect, useMemo, useRef } from 'react'
import { useConversationsInfiniteQuery } from '../features/chat/api.ts'
import { ConversationList } from '../features/chat/conversation-list.tsx'
import { ConversationPanel, MissingConversation } from '../features/chat/conversation-panel.tsx'
import { PanelSkeleton } from '../features/chat/panel-skeleton.tsx'
import { useChat } from '../features/chat/use-chat.ts'
import { type Selection, useSelection } from '../features/chat/use-selection.ts'
import { useVisibleHeight } from '../features/chat/use-visible-height.ts'
import { type Role, useSession } from '../lib/session.ts'
import { DocumentTitle } from '../ui/document-title.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { EmptyLetterbox } from '../ui/scenes/empty-letterbox.tsx'

/** The list beside the conversation on a wide screen, one of the two on a phone. */
export function Component() {
  const { user } = useSession()
  return user && <ChatScreen userId={user.id} role={user.role} />
}

function ChatScreen({ userId, role }: { userId: number; role: Role }) {
  const frame = useRef<HTMLDivElement>(null)
  useVisibleHeight(frame)
  const { chat, state } = useChat()
  const { data, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useConversationsInfiniteQuery()
  const conversations = useMemo(() => {
    const rows = data?.pages.flatMap(({ results }) => results)
    // One that moves up while pages are read may come twice.
    return rows && [...new Map(rows.map((row) => [row.id, row])).values()]
  }, [data])
  const selection = useSelection({ role, listed: conversations ?? [], begun: state.begun })
  const isOpen = selection.kind !== 'none'
  // With nobody to write to yet there is nothing to stand beside.
  const isAlone = !isOpen && conversations?.length === 0
  const { panel, list } = useFocusOnPhones(isOpen)
  return (
    <div
      ref={frame}
      className="mx-auto h-[calc(var(--visible-height,100dvh)-4.5rem)] min-h-80 w-full max-w-page md:px-8 md:py-6"
    >
      <DocumentTitle>{selection.kind === 'open' ? selection.other.full_name : 'Messages'}</DocumentTitle>
      <div className="h-full overflow-hidden bg-paper-raised md:grid md:grid-cols-[19rem_1fr] md:rounded-card md:border md:border-line md:shadow-soft lg:grid-cols-[23rem_1fr]">
        <section
          ref={list}
          tabIndex={-1}
          aria-label="All messages"
          className={`flex h-full flex-col overflow-y-auto border-line outline-none ${isAlone ? 'md:col-span-2' : 'md:border-r'} ${isOpen ? 'max-md:hidden' : ''}`}
        >
          <h1 className="flex min-h-18 shrink-0 items-center px-5 text-28">Messages</h1>
          <ConversationList
            role={role}
            conversations={conversations}
            activeId={selection.kind === 'open' ? selection.conversationId : null}
            hasFailed={isError}
            onRetry={refetch}
            onMore={hasNextPage ? fetchNextPage : undefined}
            isLoadingMore={isFetchingNextPage}
          />
        </section>
        <section
          ref={panel}
          tabIndex={-1}
          aria-label="Conversation"
          className={`flex h-full min-h-0 min-w-0 flex-col outline-none ${isOpen ? '' : 'max-md:hidden'} ${isAlone ? 'md:hidden' : ''}`}
        >
          <Selected selection={selection}>
            {(open) =>
              chat && (
                <ConversationPanel
                  // One conversation a pair: it stays the same when the first message begins it.
                  key={open.other.id}
                  userId={userId}
                  role={role}
                  other={open.other}
                  conversationId={open.conversationId}
                  conversation={open.conversation}
                  chat={chat}
                  state={state}
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
  selection: Selection
  children: (open: Extract<Selection, { kind: 'open' }>) => React.ReactNode
}

function Selected({ selection, children }: SelectedProps) {
  if (selection.kind === 'open') return children(selection)
  if (selection.kind === 'loading') return <PanelSkeleton />
  return (
    <div className="flex flex-1 flex-col justify-center overflow-y-auto">
      {selection.kind === 'missing' ? (
        <MissingConversation />
      ) : selection.kind === 'failed' ? (
        <ErrorState title="Failed to load conversation" onRetry={selection.retry} />
      ) : (
        <EmptyState
          title="Choose a conversation"
          hint="What you and the other person write to each other appears here."
          scene={<EmptyLetterbox />}
        />
      )}
    </div>
  )
}

/** On a phone one takes the other's place: the focus goes along. */
function useFocusOnPhones(isOpen: boolean) {
  const panel = useRef<HTMLElement>(null)
  const list = useRef<HTMLElement>(null)
  const shown = useRef(isOpen)
  useEffect(() => {
    if (shown.current === isOpen) return
    shown.current = isOpen
    const [here, gone] = isOpen ? [panel, list] : [list, panel]
    if (gone.current?.offsetParent === null) here.current?.focus({ preventScroll: true })
  }, [isOpen])
  return { panel, list }
}
