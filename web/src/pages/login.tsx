import { Link, useLocation } from 'react-router'
import { AuthFrame } from '../features/accounts/components/auth-frame.tsx'
import { GoogleContinue } from '../features/accounts/components/google-continue.tsx'
import { LoginForm } from '../features/accounts/components/login-form.tsx'
import { paths } from '../lib/paths.ts'
import { PRODUCT_NAME } from '../lib/product.ts'
import { returnTo, signupPath } from '../lib/return-to.ts'
import { Lamp } from '../ui/scenes/lamp.tsx'

export function Component() {
  const wanted = returnTo(useLocation().search)
  return (
    <AuthFrame
      title="Log In"
      lead="Welcome back."
      scene={<Lamp />}
      saying="Care you can count on, day and night."
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
          note="If you’re new, continuing with Google signs you up, and you agree to our Terms of Use and Privacy page."
        />
      </div>
    </AuthFrame>
  )
}
