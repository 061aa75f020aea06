import { type ReactNode, useId } from 'react'
import { PanelSubheading } from '../../../ui/panel.tsx'

interface FactorSectionProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** The two factors, which are also shown while they load. */
export const passkeyTexts = {
  title: 'Passkeys',
  lead: 'Log in with your fingerprint, your face or your screen lock. This is the safest way, and the quickest.',
}
export const appTexts = {
  title: 'Authenticator app',
  lead: 'An app on your phone, such as Google Authenticator or 1Password, shows a new 6-digit code every 30 seconds.',
}

/** A part of the panel, with its own heading. */
export function FactorSection({ title, lead, children }: FactorSectionProps) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-col items-start gap-4 py-6 first:pt-0 last:pb-0"
    >
      <div>
        <PanelSubheading id={headingId}>{title}</PanelSubheading>
        <p className="mt-1 text-ink-soft">{lead}</p>
      </div>
      {children}
    </section>
  )
}
