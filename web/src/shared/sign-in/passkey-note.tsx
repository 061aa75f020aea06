import { Info } from 'lucide-react'
import { FormError } from '../../ui/form-error.tsx'

interface PasskeyNoteProps {
  /** A refusal by the server, or what happened in the browser's prompt. */
  note: { text: string; isRefusal: boolean } | null
}

/** Why a passkey wasn't used. What happened in the browser's prompt is said calmly. */
export function PasskeyNote({ note }: PasskeyNoteProps) {
  if (note?.isRefusal) return <FormError message={note.text} />
  return (
    <div role="status" className="empty:hidden">
      {note && (
        <p className="flex animate-appear items-start gap-2 rounded-control bg-sand px-4 py-3">
          <Info className="mt-0.5 size-5 shrink-0 text-forest" />
          {note.text}
        </p>
      )}
    </div>
  )
}
