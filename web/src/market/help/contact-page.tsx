import { SUPPORT_EMAIL } from '@tendwell/contract/reference'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { HeldHand } from '../../ui/scenes/held-hand.tsx'
import { ContactForm } from './contact-form.tsx'
import { MessageSent } from './message-sent.tsx'

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
