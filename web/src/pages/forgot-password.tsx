import { Link } from 'react-router'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { ForgotForm } from '../features/accounts/forgot-form.tsx'
import { paths } from '../lib/paths.ts'
import { SealedLetter } from '../ui/scenes/steps-of-booking.tsx'

export function Component() {
  return (
    <AuthFrame
      title="Forgot Password?"
      lead="It happens in the best of homes. We will send you a link to choose a new one."
      scene={<SealedLetter />}
      saying="A fresh key, sent to the address that only you open."
      footer={
        <>
          <p className="flex min-h-11 items-center gap-1.5">
            Remembered it?
            <Link to={paths.login} className="text-link inline-flex min-h-11 items-center">
              Back to Login
            </Link>
          </p>
          <Link to={paths.contact} className="text-link inline-flex min-h-11 items-center">
            Contact support
          </Link>
        </>
      }
    >
      <ForgotForm />
    </AuthFrame>
  )
}
