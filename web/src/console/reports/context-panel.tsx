import type { ReportMessages } from '@tendwell/contract/console/reports'
import { useRef, useState } from 'react'
import { formatInstant } from '../../lib/format/format.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryBody } from '../../ui/query-panel.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { useReportMessagesQuery } from '../common/reports/reports-api.ts'

/** The messages around a reported one, shown on request because each reading is recorded. */
export function ContextPanel({ reportId }: { reportId: number }) {
  const [isOpen, setOpen] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const query = useReportMessagesQuery(reportId, { skip: !isOpen })
  // The button goes away, so the panel takes its focus.
  const open = () => {
    setOpen(true)
    panel.current?.focus({ preventScroll: true })
  }
  return (
    <Panel
      ref={panel}
      title="Conversation"
      lead="The five messages before and after. Reading them is recorded."
      actions={
        !isOpen && (
          <Button variant="secondary" size="small" onPress={open}>
            Read messages
          </Button>
        )
      }
    >
      {isOpen && (
        <QueryBody
          query={query}
          failure="Failed to load messages"
          skeleton={
            <Loading>
              <SkeletonText lines={6} />
            </Loading>
          }
          isCompact
        >
          {(messages) => <Messages messages={messages} />}
        </QueryBody>
      )}
    </Panel>
  )
}

function Messages({ messages }: { messages: ReportMessages['results'] }) {
  return (
    <ul aria-label="Messages" className="flex flex-col gap-1">
      {messages.map((message) => (
        <li
          key={message.id}
          {...(message.is_reported && { 'aria-current': true })}
          className={`rounded-control px-3.5 py-2.5 ${message.is_reported ? 'bg-gold-soft' : ''}`}
        >
          <p className={`text-13 ${message.is_reported ? 'text-gold-ink' : 'text-ink-soft'}`}>
            <PersonLink person={message.sender} /> · {formatInstant(message.created_at)}
            {message.is_reported && ' · Reported'}
            {message.is_removed && ' · Removed'}
          </p>
          <p className="whitespace-pre-wrap wrap-anywhere">{message.text}</p>
        </li>
      ))}
    </ul>
  )
}
