import { PASSWORD_MINIMUM, setupPasswordBody } from '@tendwell/contract/sign-in/accounts'
import { useRef } from 'react'
import { Link } from 'react-router'
import { getErrorMessage } from '../../../lib/errors.ts'
import { getBrowserZone } from '../../../lib/format/format.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { useLogInMutation, useSetUpPasswordMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useFinishLogin } from '../login/use-finish-login.ts'
import type { PasswordRequired } from './use-verification.ts'

/**
 * Sets the password of an account that was verified in another browser than its sign-up's, and logs in with
 * it.
 */
export function SetUpPasswordForm({ user, setupToken }: PasswordRequired) {
  const form = useZodForm(setupPasswordBody, { defaultValues: { setup_token: setupToken, password: '' } })
  const [setUpPassword] = useSetUpPasswordMutation()
  const [logIn] = useLogInMutation()
  const { enter } = useFinishLogin('password')
  // The token works once: if only the login fails, the next press repeats that alone.
  const isSaved = useRef(false)
  const { submit, isPending, formError } = useSubmit(form, {
    send: async (body) => {
      if (!isSaved.current) await setUpPassword(body).unwrap()
      isSaved.current = true
      return logIn({ email: user.email, password: body.password, timezone: getBrowserZone() }).unwrap()
    },
    success: 'Login successful!',
    failure: (error) =>
      getErrorMessage(error, isSaved.current ? 'Login failed' : 'Your password could not be saved'),
    onSuccess: enter,
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field form={form} name="password">
        {(field) => (
          <PasswordField
            label="Password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_MINIMUM} characters. A short phrase is easy to remember.`}
            {...field}
          />
        )}
      </Field>
      <p className="text-ink-soft">
        With the password from when you signed up, you’re also logged in where you did.
      </p>
      <FormError message={formError} />
      <Button type="submit" size="large" block isPending={isPending}>
        {isPending ? 'Saving…' : 'Save and Log In'}
      </Button>
      <Link to={paths.forgotPassword} className="text-link inline-flex min-h-11 items-center self-start">
        Need a new link?
      </Link>
    </form>
  )
}
