import { ACCOUNT_SUSPENDED, EMAIL_UNVERIFIED } from '@tendwell/contract/reference'
import { loginBody } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { getErrorBody, getErrorMessage, getErrorStatus, getFieldErrors } from '../../../lib/errors.ts'
import { getBrowserZone } from '../../../lib/format/format.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useSession } from '../../../lib/session/session.ts'
import { toast } from '../../../lib/toast.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { forgotPasswordPath, returnTo, verifyEmailPath } from '../../../shared/routes/return-to.ts'
import { useLogInMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toSignupState } from '../sign-up/signup-state.ts'
import { useLoginState } from './pending-login.ts'
import { sendFirstStep, useFinishLogin } from './use-finish-login.ts'

export function LoginForm() {
  const wanted = returnTo(useLocation().search)
  const { user, isLoggedIn } = useSession()
  const { email: typedEmail, notice } = useLoginState()
  // Someone who has just signed up or verified their email here.
  const knownEmail = typedEmail ?? (isLoggedIn ? '' : (user?.email ?? ''))
  const form = useZodForm(loginBody, { defaultValues: { email: knownEmail, password: '' } })
  const [logIn] = useLogInMutation()
  /** Why the right password doesn't log in: the account is suspended, deactivated or closed. */
  const [refusal, setRefusal] = useState<{ text: string; question: string } | null>(null)
  /** The right password was given for this address, which isn’t verified yet. */
  const [unverified, setUnverified] = useState<string | null>(null)
  const { enter, askForSecondStep } = useFinishLogin('password')

  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => sendFirstStep(logIn({ ...body, timezone: getBrowserZone() })).catch(readClosed),
    failure: 'Login failed',
    onFailure: (error, toasted) => {
      const isRefused = getErrorStatus(error) === 403 && toasted !== undefined
      const reason = getErrorBody(error)?.code === ACCOUNT_SUSPENDED ? 'We’ve emailed you the reason. ' : ''
      setUnverified(getFieldErrors(error).email === EMAIL_UNVERIFIED ? form.getValues('email') : null)
      setRefusal(isRefused ? { text: toasted, question: `${reason}Do you think this is a mistake?` } : null)
    },
    onSuccess: (result, { email }) => {
      if ('closed' in result) return setRefusal({ text: result.closed, question: 'Can’t find the email?' })
      if ('facts' in result) return askForSecondStep(result.facts, email)
      toast.success('Login successful!')
      enter(result.answer)
    },
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {refusal && (
        <Banner tone="warning" title={refusal.text}>
          {refusal.question}{' '}
          <Link to={paths.contact} className="text-link">
            Contact us
          </Link>
        </Banner>
      )}
      {unverified !== null && (
        <Banner title="Verify your email first">
          We emailed a code and a link to <span className="font-semibold wrap-anywhere">{unverified}</span>.{' '}
          <Link to={verifyEmailPath(wanted)} state={toSignupState(unverified)} className="text-link">
            Verify your email
          </Link>
        </Banner>
      )}
      {notice && <Banner title={notice}>Enter your password again to continue.</Banner>}
      <Field form={form} name="email">
        {(field) => <TextField label="Email" type="email" autoComplete="username" {...field} />}
      </Field>
      <Field form={form} name="password">
        {(field) => <PasswordField label="Password" autoComplete="current-password" {...field} />}
      </Field>
      <Link
        to={forgotPasswordPath(wanted)}
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

/** A banner alone says that the owner closed the account, without a toast. @throws any other failure */
function readClosed(error: unknown): { closed: string } {
  if (getErrorBody(error)?.code !== 'account_closed') throw error
  return { closed: getErrorMessage(error, 'You closed this account') }
}
