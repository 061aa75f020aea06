import { loginBody } from '@tendwell/contract/accounts'
import { useDispatch } from 'react-redux'
import { Link, useLocation, useNavigate } from 'react-router'
import { type AuthDispatch, logIn as enter } from '../../../lib/auth-actions.ts'
import { Field, useZodForm } from '../../../lib/form.tsx'
import { getBrowserZone } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { useSubmit } from '../../../lib/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useLogInMutation } from '../api.ts'
import { getLoginRedirect } from '../login-redirect.ts'
import { takeReturn } from '../waiting-return.ts'

export function LoginForm() {
  const { user, isLoggedIn } = useSession()
  // Somebody who has just signed up or verified their email here.
  const knownEmail = isLoggedIn ? '' : (user?.email ?? '')
  const form = useZodForm(loginBody, { defaultValues: { email: knownEmail, password: '' } })
  const [logIn] = useLogInMutation()
  const dispatch = useDispatch<AuthDispatch>()
  const navigate = useNavigate()
  const { search } = useLocation()

  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => logIn({ ...body, timezone: getBrowserZone() }).unwrap(),
    success: 'Login successful!',
    failure: 'Login failed',
    onSuccess: (session) => {
      dispatch(enter(session))
      const waiting = takeReturn(session.user.email)
      navigate(getLoginRedirect(session.user, search, waiting), { replace: true })
    },
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field form={form} name="email">
        {(field) => <TextField label="Email" type="email" autoComplete="username" {...field} />}
      </Field>
      <Field form={form} name="password">
        {(field) => <PasswordField label="Password" autoComplete="current-password" {...field} />}
      </Field>
      <Link
        to={paths.forgotPassword}
        className="text-link -mt-3 -mb-2 inline-flex min-h-11 items-center self-start"
      >
        Forgot Password?
      </Link>
      <FormError message={formError} />
      <Button type="submit" size="large" block isPending={isPending}>
        {isPending ? 'Logging in…' : 'Log In'}
      </Button>
    </form>
  )
}
