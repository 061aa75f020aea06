import { LifeBuoy, type LucideIcon, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useSession } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { loginPath, returnTo, signupPath } from '../../../shared/routes/return-to.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { SealedLetter } from '../../../ui/scenes/steps-of-booking.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { OrLine } from '../google/or-line.tsx'
import { getLoginRedirect } from '../login/login-redirect.ts'
import { keepReturn, readReturn } from '../login/waiting-return.ts'
import { readSignupEmail } from '../sign-up/signup-state.ts'
import { useWantedBooking } from '../wanted-booking.ts'
import { CodeForm } from './code-form.tsx'
import { ResendForm } from './resend-form.tsx'
import { SetUpPasswordForm } from './set-up-password-form.tsx'
import { useDelayedRedirect } from './use-delayed-redirect.ts'
import { useVerification } from './use-verification.ts'
import { VerifyForm } from './verify-form.tsx'

const saying = 'We only email you about your bookings, messages and account.'

const leads = {
  opened: 'This makes sure that our emails reach you.',
  code: 'Enter the code we emailed you, or open the link. This makes sure that our emails reach you.',
  verify: 'Open the link we emailed you. This makes sure that our emails reach you.',
  resend: 'Tell us where to send a new link. Open it, and you’re done.',
}

/** Verifies an address by the mailed link or by a typed token, or sends a new link. */
export function VerifyEmailPage() {
  const [params] = useSearchParams()
  const mailedToken = (params.get('token') ?? '').trim()
  const verification = useVerification(mailedToken, readSignupEmail(useLocation().state))
  const { step, refusal, waitingEmail, handle } = verification
  const booking = useWantedBooking(useWantedPage(waitingEmail ?? undefined))
  const asksForCode = waitingEmail !== null && handle !== undefined && step === 'verify' && !refusal

  if (step === 'verified') return <Verified />
  if (typeof step === 'object') {
    return (
      <AuthFrame
        title="Email Verified!"
        lead="Enter the password you chose when you signed up, or choose a new one."
        scene={<SealedLetter />}
        saying={saying}
      >
        <SetUpPasswordForm {...step} />
      </AuthFrame>
    )
  }
  const lead = leads[step === 'confirm' || verification.isAutomatic ? 'opened' : asksForCode ? 'code' : step]
  return (
    <Frame lead={booking ? `${lead} Then you can ${booking}.` : lead}>
      {verification.isAutomatic ? (
        <p role="status" className="flex items-center gap-3 rounded-card bg-sand px-5 py-6 text-17">
          <Spinner className="size-5 text-forest" />
          Verifying your email…
        </p>
      ) : (
        <div className="flex flex-col gap-6">
          {asksForCode && (
            <>
              <Banner tone="success" title="Check your email">
                We sent a code and a link to{' '}
                <span className="font-semibold wrap-anywhere">{waitingEmail}</span>. Enter the code here, or
                open the link in this browser.
              </Banner>
              <p className="-mt-3">
                <SignUpAgain />
              </p>
              <CodeForm email={waitingEmail} handle={handle} onVerified={verification.finish} />
              <OrLine />
            </>
          )}
          {step === 'confirm' && (
            <ConfirmVerification
              isPending={verification.isVerifying}
              onConfirm={() => verification.verify(mailedToken)}
            />
          )}
          {step === 'verify' && (
            <VerifyForm
              mailedToken={mailedToken}
              refusal={refusal}
              isSecondary={asksForCode}
              isVerifying={verification.isVerifying}
              onVerify={verification.verify}
              onResend={() => verification.goTo('resend')}
            />
          )}
          {step === 'resend' && (
            <ResendForm
              refusal={refusal}
              email={waitingEmail ?? ''}
              onBack={() => verification.goTo('verify')}
              openSession={verification.openSession}
            />
          )}
        </div>
      )}
      {(step === 'verify' || step === 'resend') && <Notes />}
    </Frame>
  )
}

/** The way back for someone who mistyped their address: the form has what they typed, but for the passwords. */
function SignUpAgain() {
  const state = useLocation().state
  return (
    <>
      Wrong address?{' '}
      <Link
        to={signupPath(useWantedPage(readSignupEmail(state) ?? undefined))}
        state={state}
        className="text-link"
      >
        Sign up again
      </Link>
    </>
  )
}

/**
 * The page that someone wanted before they signed up: the address names it, or it waits in this browser.
 * @see docs/rules/accounts.md#the-way-back
 */
function useWantedPage(email: string | undefined): string {
  const named = returnTo(useLocation().search)
  const [waiting] = useState(() => readReturn(email))
  return named === paths.home ? waiting : named
}

function Frame({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <AuthFrame title="Verify Your Email" lead={lead} scene={<SealedLetter />} saying={saying}>
      {children}
    </AuthFrame>
  )
}

/** Leads on to the page that waits, or home: at once where this browser is logged in. */
function Verified() {
  const { user, isLoggedIn } = useSession()
  const waiting = useWantedPage(user?.email)
  const target = isLoggedIn && user ? getLoginRedirect(user, '', waiting) : waiting
  const booking = useWantedBooking(target)
  const hasTarget = target !== paths.home
  const next = isLoggedIn || !hasTarget ? target : loginPath(target)
  useDelayedRedirect(true, next)
  useEffect(() => {
    // As after any login, nothing waits any longer.
    if (isLoggedIn && user) keepReturn(user.email, paths.home)
  }, [isLoggedIn, user])
  return (
    <AuthFrame
      title="Email Verified!"
      lead={
        isLoggedIn
          ? `Thank you. Your email is confirmed, and you’re logged in. We’re taking you ${hasTarget ? `on${booking ? ` to ${booking}` : ''}` : 'to the home page'}.`
          : hasTarget
            ? `Thank you. Your email is confirmed. Log in to ${booking ?? 'continue where you left off'}.`
            : 'Thank you. Your email is confirmed, and we’re taking you to the home page.'
      }
      scene={<SealedLetter />}
      saying={saying}
    >
      <div className="mx-auto mb-8 w-48 lg:hidden">
        <SealedLetter />
      </div>
      <div className="flex flex-col gap-3">
        {hasTarget && (
          <ButtonLink to={next} replace size="large" block>
            {isLoggedIn ? 'Continue' : 'Log in to continue'}
          </ButtonLink>
        )}
        <ButtonLink to={paths.home} replace size="large" block variant={hasTarget ? 'secondary' : 'primary'}>
          Go to Home
        </ButtonLink>
        {!hasTarget && !isLoggedIn && (
          <ButtonLink to={paths.login} replace variant="secondary" size="large" block>
            Log in
          </ButtonLink>
        )}
      </div>
    </AuthFrame>
  )
}

function Notes() {
  return (
    <ul className="mt-8 flex flex-col gap-4 border-t border-line pt-6 text-ink-soft">
      <Note icon={ShieldCheck}>Verification tokens expire after 24 hours</Note>
      <Note icon={LifeBuoy}>
        Nothing in your inbox? Check your spam folder or{' '}
        <Link to={paths.contact} className="text-link">
          contact support
        </Link>
        .
      </Note>
    </ul>
  )
}

function Note({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <Icon className="mt-0.5 size-5 shrink-0 text-gold-ink" strokeWidth={1.75} />
      <span>{children}</span>
    </li>
  )
}

interface ConfirmVerificationProps {
  isPending: boolean
  onConfirm: () => void
}

/** A mailed link in a browser that did not sign up: nothing happens until it is confirmed. */
function ConfirmVerification({ isPending, onConfirm }: ConfirmVerificationProps) {
  return (
    <>
      <Banner title="You didn’t sign up in this browser">
        Go back to the browser where you signed up, and enter the code from our email there: you’re logged in
        at once. Or continue here, and we’ll ask you for your password once more.
      </Banner>
      <Button size="large" block isPending={isPending} onPress={onConfirm}>
        {isPending ? 'Checking the link…' : 'Continue Here'}
      </Button>
    </>
  )
}
