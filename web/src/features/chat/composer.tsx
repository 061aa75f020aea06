import { MESSAGE_MAX_LENGTH } from '@tendwell/contract/chat'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { forget, keep, readKept } from '../../lib/kept.ts'

/** With so few characters left it is said how many. */
const fewLeft = 300

interface ComposerProps {
  userId: number
  /** Whom it is for: what is typed is kept for each of them. */
  otherId: number
  otherName: string
  onSend: (text: string) => void
}

/** Where a message is written. Enter sends it, Shift and Enter begin a line. */
export function Composer({ userId, otherId, otherName, onSend }: ComposerProps) {
  const [text, setText] = useState(() => draftFor(userId, otherId))
  const hintId = useId()
  const left = MESSAGE_MAX_LENGTH - text.length
  const isEmpty = text.trim() === ''

  function type(typed: string) {
    setText(typed)
    if (typed.trim() === '') forget(userId, 'draft', String(otherId))
    else keep(userId, 'draft', String(otherId), typed)
  }

  function send() {
    if (isEmpty) return
    onSend(text)
    type('')
  }

  function pressed(event: KeyboardEvent) {
    // While an input method composes a character, Enter chooses it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
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
          onChange={(event) => type(event.target.value)}
          onKeyDown={pressed}
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
          // A press must not take the focus, and with it a phone's keyboard, from the text.
          onPointerDown={(event) => event.preventDefault()}
          aria-disabled={isEmpty}
          className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-forest text-on-forest transition-colors hover:bg-forest-hover aria-disabled:bg-sand aria-disabled:text-ink-soft"
        >
          <SendHorizontal className="size-5" aria-hidden="true" />
        </button>
      </div>
      <p id={hintId} className={left <= fewLeft ? 'mt-1.5 px-1 text-13 text-ink-soft' : 'sr-only'}>
        {left <= fewLeft
          ? `${left} characters left`
          : 'Enter sends the message, Shift and Enter begin a new line.'}
      </p>
    </form>
  )
}

function draftFor(userId: number, otherId: number): string {
  const draft = readKept(userId, 'draft', String(otherId))
  return typeof draft === 'string' ? draft.slice(0, MESSAGE_MAX_LENGTH) : ''
}
