import { useEffect, useRef } from 'react'
import { paths } from '../../shared/routes/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { SealedLetter } from '../../ui/scenes/steps-of-booking.tsx'

interface MessageSentProps {
  /** The address for the reply. */
  email: string
  onAgain: () => void
}

/** Replaces the form after the message was sent. */
export function MessageSent({ email, onAgain }: MessageSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused button was removed.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex animate-appear flex-col items-center py-6 text-center">
      <div className="w-44">
        <SealedLetter />
      </div>
      <h2 ref={heading} tabIndex={-1} className="mt-4 text-28 outline-none">
        We got your message
      </h2>
      <p className="mt-2 max-w-md text-17 text-ink-soft">
        Thanks for writing. Someone on our team will reply to{' '}
        <span className="font-semibold text-ink">{email}</span>.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={paths.home}>Go to Home</ButtonLink>
        <Button variant="secondary" onPress={onAgain}>
          Write another
        </Button>
      </div>
    </div>
  )
}
