import { SUPPORT_EMAIL } from '@tendwell/contract/reference'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { HeldHand } from '../../ui/scenes/held-hand.tsx'
import { SealedLetter } from '../../ui/scenes/steps-of-booking.tsx'
import { ContactForm } from './contact-form.tsx'

export function ContactPage() {
  const { user, isLoggedIn } = useSession()
  const [sentBy, setSentBy] = useState<string | null>(null)
  const sender = {
    name: isLoggedIn && user ? user.full_name : '',
    email: isLoggedIn && user ? user.email : '',
  }
  return (
    <Page title="Contact us" lead="A person reads every message. Tell us what happened and how we can help.">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] lg:gap-10">
        <Card className="p-5 sm:p-8">
          {sentBy ? (
            <MessageSent email={sentBy} onAgain={() => setSentBy(null)} />
          ) : (
            <ContactForm sender={sender} onSent={setSentBy} />
          )}
        </Card>
        <Aside />
      </div>
    </Page>
  )
}

function Aside() {
  return (
    <Card as="section" tone="quiet" className="p-6 sm:p-8">
      <div className="mx-auto hidden w-48 lg:block">
        <HeldHand />
      </div>
      <h2 className="text-21 lg:mt-6">Your question may already be answered</h2>
      <p className="mt-2 text-ink-soft">
        You’ll find answers about booking, payment, verification and disputes on our{' '}
        <Link to={paths.help} className="text-link">
          FAQs page
        </Link>
        .
      </p>
      <p className="mt-4 text-ink-soft">
        You can also email us at{' '}
        <a href={`mailto:${SUPPORT_EMAIL}`} className="text-link block w-fit">
          {SUPPORT_EMAIL}
        </a>
      </p>
      <p className="mt-4 text-ink-soft">If someone is in danger, call your local emergency number first.</p>
    </Card>
  )
}

interface MessageSentProps {
  /** The address for the reply. */
  email: string
  onAgain: () => void
}

/** Replaces the form after the message was sent. */
function MessageSent({ email, onAgain }: MessageSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused button was removed.
  useLayoutEffect(() => heading.current?.focus(), [])
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
