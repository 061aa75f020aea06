import { MESSAGE_MAX_LENGTH } from '@tendwell/contract/chat/chat'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { plural } from '../../../lib/format/format.ts'
import { isComposing } from '../../../lib/forms/is-composing.ts'
import { readItem, removeItem, saveItem } from '../../../lib/session/user-storage.ts'

/** The counter appears when this many characters are left. */
const counterFrom = 300

interface ComposerProps {
  userId: number
  /** Each person has their own draft. */
  otherId: number
  otherName: string
  onSend: (text: string) => void
}

export function Composer({ userId, otherId, otherName, onSend }: ComposerProps) {
  const [text, setText] = useState(() => readDraft(userId, otherId))
  const hintId = useId()
  const left = MESSAGE_MAX_LENGTH - text.length
  const isEmpty = text.trim() === ''

  function change(next: string) {
    setText(next)
    if (next.trim() === '') removeItem(userId, 'draft', String(otherId))
    else saveItem(userId, 'draft', String(otherId), next)
  }

  function send() {
    if (isEmpty) return
    onSend(text)
    change('')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    send()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="border-t border-line p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-5 sm:py-4"
    >
      <div className="flex items-end gap-2">
        <textarea
          aria-label={`Message to ${otherName}`}
          aria-describedby={hintId}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          maxLength={MESSAGE_MAX_LENGTH}
          rows={1}
          enterKeyHint="send"
          autoComplete="off"
          placeholder="Write a message"
          className="field-sizing-content max-h-40 min-h-12 w-full min-w-0 flex-1 resize-none rounded-card border border-edge bg-paper-raised px-4 py-2.75 text-17 leading-6 transition-colors hover:border-ink-soft focus-visible:outline-offset-0 sm:text-15"
        />
        <button
          type="submit"
          aria-label="Send"
          // Keeps the focus in the text box, and a phone's keyboard open.
          onPointerDown={(event) => event.preventDefault()}
          aria-disabled={isEmpty}
          className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-forest text-on-forest transition-colors hover:bg-forest-hover aria-disabled:bg-sand aria-disabled:text-ink-soft"
        >
          <SendHorizontal className="size-5" />
        </button>
      </div>
      <p id={hintId} className={left <= counterFrom ? 'mt-1.5 px-1 text-13 text-ink-soft' : 'sr-only'}>
        {left <= counterFrom
          ? `${plural(left, 'character')} left`
          : 'Press Enter to send, or Shift and Enter for a new line.'}
      </p>
    </form>
  )
}

function readDraft(userId: number, otherId: number): string {
  const draft = readItem(userId, 'draft', String(otherId))
  return typeof draft === 'string' ? draft.slice(0, MESSAGE_MAX_LENGTH) : ''
}
