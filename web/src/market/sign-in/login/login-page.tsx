import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { getBrowserZone } from '../../../lib/format/format.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { toast } from '../../../lib/toast.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { returnTo, signupPath, verifyEmailPath } from '../../../shared/routes/return-to.ts'
import { PasskeyObstacle } from '../../../shared/sign-in/passkey-obstacle.tsx'
import { getPasskeySupport } from '../../../shared/sign-in/passkeys.ts'
import {
  useLogInWithPasskeyMutation,
  usePasskeyLoginOptionsMutation,
} from '../../../shared/sign-in/two-step-api.ts'
import { Lamp } from '../../../ui/scenes/lamp.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { GoogleContinue } from '../google/google-continue.tsx'
import { PasskeyButton } from '../two-step/passkey-button.tsx'
import { useWantedBooking } from '../wanted-booking.ts'
import { LoginForm } from './login-form.tsx'
import { type PendingLogin, useLoginState } from './pending-login.ts'
import { useFinishLogin } from './use-finish-login.ts'

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
  const booking = useWantedBooking(wanted)
  return (
    <AuthFrame
      title="Log In"
      lead={booking ? `Log in or sign up to ${booking}.` : 'Welcome back.'}
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
          <Link to={verifyEmailPath(wanted)} className="text-link inline-flex min-h-11 items-center">
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

/** Logs in by a passkey alone. Nothing in a browser without passkeys. */
function PasskeyLogin() {
  const [getOptions] = usePasskeyLoginOptionsMutation()
  const [logIn] = useLogInWithPasskeyMutation()
  const { enter } = useFinishLogin('password')
  const support = getPasskeySupport()
  if (support === 'no') return null
  if (support === 'address') return <PasskeyObstacle support={support} />
  return (
    <PasskeyButton
      label="Log in with a passkey"
      variant="secondary"
      getOptions={() => getOptions({}).unwrap()}
      send={(passkey) => logIn({ passkey, timezone: getBrowserZone() }).unwrap()}
      onSuccess={(session) => {
        toast.success('Login successful!')
        enter(session)
      }}
    />
  )
}
