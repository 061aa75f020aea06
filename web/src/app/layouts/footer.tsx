import type { User } from '@tendwell/contract/sign-in/accounts'
import { Link } from 'react-router'
import { PRODUCT_NAME, TAGLINE } from '../../lib/product.ts'
import { paths } from '../../shared/routes/paths.ts'
import { Logo } from '../../ui/logo.tsx'
import type { NavLinkTo } from './role-links.ts'
import { useAccountPaths } from './use-account-paths.ts'

const promises = [
  'Verified profiles',
  'Custom time windows',
  'Availability in your local time zone',
  'Transparent pricing',
  'Requests, payments and chats in one place',
]

function footerLinks(user: User | null): NavLinkTo[] {
  const faqs = { label: 'FAQs', to: paths.help }
  if (user?.role === 'caregiver') {
    return [
      { label: 'Home', to: paths.home },
      { label: 'My Profile', to: paths.caregiverProfile },
      { label: 'Availability Settings', to: paths.availability },
      faqs,
    ]
  }
  const everyone = [
    { label: 'Home', to: paths.home },
    { label: 'Find a Caregiver', to: paths.caregivers },
    faqs,
    { label: 'Features', to: user ? paths.welcomeFeatures : paths.features },
  ]
  return user ? everyone : [...everyone, { label: 'Find Job', to: paths.signup }]
}

export function Footer({ user }: { user: User | null }) {
  const { login, signup } = useAccountPaths()
  return (
    <footer className="on-deep mt-auto print:hidden">
      <div className="page-width grid gap-10 py-14 sm:grid-cols-2 md:grid-cols-[1.6fr_1fr_1.3fr] lg:grid-cols-[2fr_1fr_1.2fr]">
        <div className="max-w-md">
          <Logo />
          <p className="mt-4 text-on-deep-soft">
            A simple, secure booking experience, from the first hello to the last thank-you.
          </p>
          {!user && (
            <p data-for-visitors="" className="mt-6 flex flex-wrap gap-x-6">
              <FooterLink label="Sign up" to={signup} />
              <FooterLink label="Log in" to={login} />
            </p>
          )}
        </div>
        <nav aria-label="Footer">
          <ul>
            {footerLinks(user).map((link) => (
              <li key={link.label}>
                <FooterLink {...link} />
              </li>
            ))}
          </ul>
        </nav>
        <ul className="flex flex-col gap-2.5 py-2 text-on-deep-soft">
          {promises.map((promise) => (
            <li key={promise} className="flex items-start gap-3">
              <span aria-hidden="true" className="mt-2.5 h-px w-4 shrink-0 bg-gold-thread" />
              {promise}
            </li>
          ))}
        </ul>
      </div>
      <div className="border-t border-deep-line">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-8 py-2 text-13 text-on-deep-soft">
          <p className="py-3">
            {PRODUCT_NAME} · {TAGLINE}
          </p>
          <p className="flex gap-x-6">
            <FooterLink label="Terms" to={paths.terms} />
            <FooterLink label="Privacy" to={paths.privacy} />
          </p>
        </div>
      </div>
    </footer>
  )
}

function FooterLink({ label, to }: NavLinkTo) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center font-medium decoration-gold-thread underline-offset-4 hover:underline"
    >
      {label}
    </Link>
  )
}
