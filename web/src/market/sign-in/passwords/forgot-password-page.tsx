import { Link } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { SealedLetter } from '../../../ui/scenes/steps-of-booking.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { ForgotForm } from './forgot-form.tsx'

export function ForgotPasswordPage() {
  return (
    <AuthFrame
      title="Forgot Password?"
      lead="It happens to everyone. We’ll email you a link to choose a new one."
      scene={<SealedLetter />}
      saying="You’ll be back with your bookings and messages in a minute."
      footer={
        <>
          <p className="flex min-h-11 items-center gap-1.5">
            Remembered it?
            <Link to={paths.login} className="text-link inline-flex min-h-11 items-center">
              Log in
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
