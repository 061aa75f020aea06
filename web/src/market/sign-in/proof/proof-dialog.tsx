import type { ProofMethod } from '@tendwell/contract/reference'
import { requiredText } from '@tendwell/contract/wire'
import { type ComponentType, useEffect, useState } from 'react'
import { z } from 'zod'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import type { ProofRequest } from '../../../lib/session/proof.ts'
import { type Role, useSession } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { PasskeyObstacle } from '../../../shared/sign-in/passkey-obstacle.tsx'
import { getPasskeySupport } from '../../../shared/sign-in/passkeys.ts'
import { useReauthenticateMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { useProofOptionsMutation } from '../../../shared/sign-in/two-step-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { GoogleCredential } from '../google/google-continue.tsx'
import { showGoogleFailure } from '../google/use-google-sign-in.ts'
import { CodeForm } from '../two-step/code-form.tsx'
import { PasskeyButton } from '../two-step/passkey-button.tsx'

/**
 * Asks for a proof, such as the password or a passkey, before a call is repeated: for the quickest of the
 * methods, with buttons for the others.
 */
export function ProofDialog({ methods, settle, onClose }: ProofRequest & { onClose: () => void }) {
  const { isLoggedIn, user } = useSession()
  useEffect(() => {
    if (!isLoggedIn) settle(false)
  }, [isLoggedIn, settle])
  const support = getPasskeySupport()
  const usable = (Object.keys(ways) as ProofMethod[]).filter(
    (method) => methods.includes(method) && (method !== 'passkey' || support === 'yes'),
  )
  const [chosen, setChosen] = useState(usable[0])
  const Way = chosen && ways[chosen].Way
  const others = usable.filter((method) => method !== chosen)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={chosen ? ways[chosen].title : 'Confirm it’s you'}
      lead={getLead(user?.role)}
    >
      {methods.length === 0 && <NoWay />}
      {Way && <Way settle={settle} />}
      {methods.includes('passkey') && <PasskeyObstacle support={support} />}
      {others.length > 0 && (
        <div className="flex flex-wrap justify-center gap-x-2">
          {others.map((method) => (
            <Button key={method} variant="quiet" onPress={() => setChosen(method)}>
              {ways[method].instead}
            </Button>
          ))}
        </div>
      )}
    </Dialog>
  )
}

function getLead(role: Role | undefined): string {
  if (role === 'admin') {
    return 'We ask for this before refunds, before decisions about people, and before changes to how you log in.'
  }
  return role === 'caregiver'
    ? 'We ask for this before withdrawals, when you cancel several bookings within a day, before you copy your data or close your account, and before changes to your bank details or to how you log in.'
    : 'We ask for this when you cancel several bookings within a day, before you copy your data or close your account, and before changes to how you log in.'
}

/** Each method: the dialog's title, the button that chooses it instead, and its form. */
const ways: Record<
  ProofMethod,
  { title: string; instead: string; Way: ComponentType<Pick<ProofRequest, 'settle'>> }
> = {
  passkey: { title: 'Use your passkey to continue', instead: 'Use a passkey', Way: PasskeyConfirm },
  app: {
    title: 'Enter a code from your app to continue',
    instead: 'Use a code from your app',
    Way: AppConfirm,
  },
  password: {
    title: 'Enter your password to continue',
    instead: 'Use your password',
    Way: PasswordForm,
  },
  google: { title: 'Use Google to continue', instead: 'Use Google', Way: GoogleConfirm },
  recovery_code: {
    title: 'Enter a recovery code to continue',
    instead: 'Use a recovery code',
    Way: RecoveryConfirm,
  },
}

function NoWay() {
  return (
    <p>
      Your account has no password yet.{' '}
      <a href={paths.forgotPassword} className="text-link">
        Choose one
      </a>
      , then log in with it.
    </p>
  )
}

function PasskeyConfirm({ settle }: Pick<ProofRequest, 'settle'>) {
  const [getOptions] = useProofOptionsMutation()
  const [reauthenticate] = useReauthenticateMutation()
  return (
    <PasskeyButton
      label="Use your passkey"
      autoFocus
      getOptions={() => getOptions().unwrap()}
      send={(passkey) => reauthenticate({ passkey }).unwrap()}
      onSuccess={() => settle(true)}
    />
  )
}

function AppConfirm({ settle }: Pick<ProofRequest, 'settle'>) {
  const [reauthenticate] = useReauthenticateMutation()
  return (
    <CodeForm
      kind="app"
      submitLabel="Confirm"
      autoFocus
      send={(code) => reauthenticate({ app_code: code }).unwrap()}
      onSuccess={() => settle(true)}
    />
  )
}

function RecoveryConfirm({ settle }: Pick<ProofRequest, 'settle'>) {
  const [reauthenticate] = useReauthenticateMutation()
  return (
    <CodeForm
      kind="recovery_code"
      submitLabel="Confirm"
      autoFocus
      send={(code) => reauthenticate({ recovery_code: code }).unwrap()}
      onSuccess={() => settle(true)}
    />
  )
}

const passwordForm = z.object({ password: requiredText('Password', 512) })

function PasswordForm({ settle }: Pick<ProofRequest, 'settle'>) {
  const { user } = useSession()
  const form = useZodForm(passwordForm, { defaultValues: { password: '' } })
  const [reauthenticate] = useReauthenticateMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => reauthenticate(body).unwrap(),
    failure: 'Failed to confirm it’s you',
    onSuccess: () => settle(true),
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field form={form} name="password">
        {(field) => <PasswordField label="Password" autoComplete="current-password" autoFocus {...field} />}
      </Field>
      <FormError message={formError} />
      <Button type="submit" size="large" block isPending={isPending}>
        {isPending ? 'Checking…' : 'Confirm'}
      </Button>
    </form>
  )
}

function GoogleConfirm({ settle }: Pick<ProofRequest, 'settle'>) {
  const [reauthenticate] = useReauthenticateMutation()
  const { run, isPending } = useAction({
    send: (credential: string) => reauthenticate({ credential }).unwrap(),
    failure: 'Google authentication failed',
    onSuccess: () => settle(true),
  })
  return (
    <GoogleCredential
      onCredential={(credential) => (credential ? void run(credential) : showGoogleFailure())}
      isPending={isPending}
    />
  )
}
