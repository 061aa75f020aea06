import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { returnTo, signupPath } from '../../../shared/routes/return-to.ts'
import { Lamp } from '../../../ui/scenes/lamp.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { GoogleContinue } from '../google/google-continue.tsx'
import { PasskeyLogin } from '../two-step/passkey-login.tsx'
import { LoginForm } from './login-form.tsx'
import { type PendingLogin, useLoginState } from './pending-login.ts'

const saying = 'Care you can count on, day and night.'

// Lazy, because few logins need it.
const SecondStep = lazy(async () => ({
  default: (await import('../two-step/second-step.tsx')).SecondStep,
}))

export function LoginPage() {
  const { pendingLogin } = useLoginState()
  return pendingLogin ? <SecondStepPage pending={pendingLogin} /> : <PasswordLogin />
}

function SecondStepPage({ pending }: { pending: PendingLogin }) {
  return (
    <AuthFrame
      title="Confirm it’s you"
      lead="Your account has two-step sign-in. One more step and you’re in."
      scene={<Lamp />}
      saying={saying}
    >
      <Suspense fallback={<SkeletonText lines={6} />}>
        <SecondStep key={pending.ticket} pending={pending} />
      </Suspense>
    </AuthFrame>
  )
}

function PasswordLogin() {
  const wanted = returnTo(useLocation().search)
  return (
    <AuthFrame
      title="Log In"
      lead="Welcome back."
      scene={<Lamp />}
      saying={saying}
      footer={
        <>
          <p className="flex min-h-11 items-center gap-1.5">
            New to {PRODUCT_NAME}?
            <Link to={signupPath(wanted)} className="text-link inline-flex min-h-11 items-center">
              Register
            </Link>
          </p>
          <Link to={paths.verifyEmail} className="text-link inline-flex min-h-11 items-center">
            Email Verification
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <LoginForm />
        <GoogleContinue
          joinAs="caretaker"
          note={
            <>
              If you’re new, continuing with Google signs you up, and you agree to our{' '}
              <Link to={paths.terms} target="_blank" className="text-link">
                Terms of Use
              </Link>{' '}
              and{' '}
              <Link to={paths.privacy} target="_blank" className="text-link">
                Privacy Policy
              </Link>
              .
            </>
          }
        >
          <PasskeyLogin />
        </GoogleContinue>
      </div>
    </AuthFrame>
  )
}
