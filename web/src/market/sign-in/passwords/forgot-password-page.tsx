import { passwordResetBody } from '@tendwell/contract/sign-in/accounts'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { now } from '../../../lib/format/clock.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { readTabItem, writeTabItem } from '../../../lib/session/tab-storage.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { loginPath, returnTo } from '../../../shared/routes/return-to.ts'
import { useRequestPasswordResetMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { SealedLetter } from '../../../ui/scenes/steps-of-booking.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { keepReturn } from '../login/waiting-return.ts'

export function ForgotPasswordPage() {
  const wanted = returnTo(useLocation().search)
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
            <Link to={loginPath(wanted)} className="text-link inline-flex min-h-11 items-center">
              Log in
            </Link>
          </p>
          <Link to={paths.contact} className="text-link inline-flex min-h-11 items-center">
            Contact support
          </Link>
        </>
      }
    >
      <ForgotForm wanted={wanted} />
    </AuthFrame>
  )
}

const storageKey = 'tendwell.reset-again'
const cooldownMs = 60_000
const lookMs = 250

/** The seconds until another reset link can be requested. A reload doesn't restart them. */
function useCooldown() {
  const [untilMs, setUntil] = useState(() => Number(readTabItem(storageKey)) || 0)
  const [left, setLeft] = useState(() => getSecondsUntil(untilMs))

  useEffect(() => {
    const look = () => setLeft(getSecondsUntil(untilMs))
    look()
    if (getSecondsUntil(untilMs) === 0) return
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [untilMs])

  return {
    left,
    start: () => {
      const until = now() + cooldownMs
      writeTabItem(storageKey, until)
      setUntil(until)
    },
  }
}

/** At most the cooldown, even if the clock or the stored time is wrong. */
function getSecondsUntil(untilMs: number): number {
  const leftMs = untilMs - now()
  return leftMs > 0 && leftMs <= cooldownMs ? Math.ceil(leftMs / 1000) : 0
}

/** Requests a reset link, at most once a minute. The login after it leads to `wanted`, if that isn’t home. */
function ForgotForm({ wanted }: { wanted: string }) {
  const form = useZodForm(passwordResetBody, { defaultValues: { email: '' } })
  const [request] = useRequestPasswordResetMutation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { left, start } = useCooldown()

  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => {
      setSentTo(null)
      return request(body).unwrap()
    },
    success: ({ message }) => message || 'If this email is registered, a reset link has been sent',
    failure: 'Failed to request password reset',
    onSuccess: (_, { email }) => {
      start()
      setSentTo(email)
      if (wanted !== paths.home) keepReturn(email, wanted)
    },
    onInvalid: () => 'Please enter a valid email',
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div role="status" className="empty:hidden">
        {sentTo && (
          <Banner tone="success" title="Check your inbox">
            If {sentTo} has an account, a reset link is on its way. It works once and expires after one hour.
          </Banner>
        )}
      </div>
      <Field form={form} name="email">
        {(field) => (
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            hint="The email address you log in with."
            {...field}
          />
        )}
      </Field>
      <FormError message={formError} />
      <Button
        type="submit"
        size="large"
        block
        isDisabled={left > 0}
        isPending={isPending}
        className="tabular"
      >
        {getButtonLabel(isPending, left)}
      </Button>
    </form>
  )
}

function getButtonLabel(isPending: boolean, left: number): string {
  if (isPending) return 'Sending…'
  return left > 0 ? `Resend in ${left}s` : 'Send Reset Link'
}
