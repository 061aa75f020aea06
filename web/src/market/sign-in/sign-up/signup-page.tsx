import { Link, useLocation } from 'react-router'
import { loginPath, returnTo } from '../../../shared/routes/return-to.ts'
import { HeldHand } from '../../../ui/scenes/held-hand.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { SignupForm } from './signup-form.tsx'

export function SignupPage() {
  const wanted = returnTo(useLocation().search)
  return (
    <AuthFrame
      title="Registration"
      lead="Join for free as a family or a caregiver."
      scene={<HeldHand />}
      saying="Good care starts with trust. That’s why we verify every caregiver."
      footer={
        <p className="flex min-h-11 items-center gap-1.5">
          Already have an account?
          <Link to={loginPath(wanted)} className="text-link inline-flex min-h-11 items-center">
            Login
          </Link>
        </p>
      }
    >
      <SignupForm />
    </AuthFrame>
  )
}
