import { NAME_MAXIMUM } from '@tendwell/contract/people/names'
import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { PASSWORD_MAXIMUM, signupBody } from '@tendwell/contract/sign-in/accounts'
import { requiredText } from '@tendwell/contract/wire'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useDispatch } from 'react-redux'
import { Link, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { getBrowserZone } from '../../../lib/format/format.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { type AuthDispatch, signUp as join } from '../../../lib/session/auth-actions.ts'
import { useSession } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { isFamilyPath, loginPath, returnTo, verifyEmailPath } from '../../../shared/routes/return-to.ts'
import { NewPasswordFields } from '../../../shared/sign-in/new-password-fields.tsx'
import { useSignUpMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { HeldHand } from '../../../ui/scenes/held-hand.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { GoogleContinue } from '../google/google-continue.tsx'
import { keepReturn } from '../login/waiting-return.ts'
import { saveVerificationHandle } from '../verify-email/verification-handle.ts'
import { useWantedBooking } from '../wanted-booking.ts'
import { readSignupEmail, toSignupState } from './signup-state.ts'

export function SignupPage() {
  const wanted = returnTo(useLocation().search)
  const booking = useWantedBooking(wanted)
  return (
    <AuthFrame
      title="Registration"
      lead={booking ? `Sign up to ${booking}. It’s free.` : 'Join for free as a family or a caregiver.'}
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

// A separate schema, so that the passwords are compared even while another field is invalid.
const passwordsMatch = z
  .object({ password: z.string().normalize('NFC'), confirm_password: z.string().normalize('NFC') })
  .refine((form) => form.confirm_password.trim() === '' || form.password === form.confirm_password, {
    path: ['confirm_password'],
    error: 'Confirm Password must match Password',
  })
const signupForm = z.intersection(
  signupBody.safeExtend({
    confirm_password: requiredText('Confirm Password', PASSWORD_MAXIMUM).normalize('NFC'),
  }),
  passwordsMatch,
)

const roles = [
  { id: 'caregiver', label: 'Caregiver', note: 'I offer care' },
  { id: 'caretaker', label: 'Caretaker', note: 'For my family' },
] as const

/** What was typed of a sign-up in this browser whose address was wrong; nothing otherwise. */
function useEarlierSignup() {
  const email = readSignupEmail(useLocation().state)
  const { user, isLoggedIn } = useSession()
  if (!user || isLoggedIn || user.email !== email || user.role === 'admin') return null
  return { full_name: user.full_name, email, role: user.role }
}

function SignupForm() {
  const wanted = returnTo(useLocation().search)
  const earlier = useEarlierSignup()
  const form = useZodForm(signupForm, {
    defaultValues: {
      full_name: '',
      email: '',
      password: '',
      confirm_password: '',
      role: isFamilyPath(wanted) ? 'caretaker' : 'caregiver',
      ...earlier,
    },
  })
  useDraft(form, 'signup', ['role', 'full_name', 'email'])
  const [signUp] = useSignUpMutation()
  const dispatch = useDispatch<AuthDispatch>()
  const navigate = useNavigate()
  const role = useWatch({ control: form.control, name: 'role' })
  const [hasChosenRole, setChosenRole] = useState(false)
  const googleRole = hasChosenRole ? role : 'caretaker'

  const { submit, isPending, formError } = useSubmit(form, {
    send: ({ confirm_password: _, ...body }) =>
      signUp({
        ...body,
        timezone: getBrowserZone(),
        terms_version: TERMS_VERSION,
        privacy_version: PRIVACY_VERSION,
      }).unwrap(),
    success: 'Account created successfully',
    failure: 'Signup failed',
    onSuccess: ({ user, verification_handle: handle }) => {
      saveVerificationHandle(handle)
      dispatch(join(user))
      keepReturn(user.email, wanted)
      form.reset()
      navigate(verifyEmailPath(wanted), { state: toSignupState(user.email) })
    },
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {/* Clicking the selected role is no change, but it is a choice. */}
      <div onClickCapture={() => setChosenRole(true)}>
        <Field form={form} name="role">
          {(field) => (
            <RadioGroup
              label="Account type"
              options={roles}
              isRow
              {...field}
              onChange={(chosen) => {
                setChosenRole(true)
                field.onChange(chosen)
              }}
            />
          )}
        </Field>
      </div>
      <Field form={form} name="full_name">
        {(field) => (
          <TextField
            label="Name"
            autoComplete="name"
            maxLength={NAME_MAXIMUM}
            {...(role === 'caregiver' && { hint: 'The name families will see.' })}
            {...field}
          />
        )}
      </Field>
      <Field form={form} name="email">
        {(field) => <TextField label="Email" type="email" autoComplete="email" {...field} />}
      </Field>
      <NewPasswordFields form={form} label="Password" />
      <p className="text-13 text-ink-soft">
        By signing up or continuing with Google, you agree to our{' '}
        <Link to={paths.terms} target="_blank" className="text-link">
          Terms of Use
        </Link>{' '}
        and{' '}
        <Link to={paths.privacy} target="_blank" className="text-link">
          Privacy Policy
        </Link>
        .
      </p>
      <FormError message={formError} />
      <Button type="submit" size="large" block isPending={isPending}>
        {isPending ? 'Creating your account…' : 'Sign up'}
      </Button>
      <GoogleContinue
        joinAs={googleRole}
        note={
          hasChosenRole
            ? `Continuing with Google creates a ${role === 'caregiver' ? 'caregiver' : 'family'} account.`
            : 'Continuing with Google creates a family account unless you choose an account type above.'
        }
      />
    </form>
  )
}
