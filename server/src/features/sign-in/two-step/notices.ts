import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { NOT_ME_DAYS } from '@tendwell/contract/sign-in/not-me'
import { NAMELESS_GREETING } from '../../../ports/mailer/email.ts'
import { defineAccountMail } from '../../people/index.ts'
import { toNotMeUrl } from '../not-me/link.ts'
import type { NamedFactor } from './factors/store.ts'

/** What "This wasn't me" does about a change. */
function adviseNotMe(kind: TwoStepChange['kind']): string {
  const press = `If this wasn’t you, press “This wasn’t me” within ${NOT_ME_DAYS} days.`
  const logout = 'logs out all devices and asks for a new password'
  if (kind === 'turned-off') return `${press} That ${logout}. Then turn two-step sign-in on again.`
  if (kind === 'new-codes') return `${press} That ends the new codes, ${logout}.`
  return kind.endsWith('removed')
    ? `${press} That ${logout}. Then add it again.`
    : `${press} That removes what was added, ${logout}.`
}
const RESET_ADVICE = 'If this wasn’t you, reset your password right away, then check your sign-in settings.'

/** What can change about someone's two-step sign-in. */
export type TwoStepChange =
  | { kind: 'turned-on' | 'turned-off' | 'new-codes'; name?: undefined }
  | { kind: `${NamedFactor['method']}-${'added' | 'removed'}`; name: string }

/** The change that a factor was added or removed. */
export const toChange = ({ method, name }: NamedFactor, change: 'added' | 'removed'): TwoStepChange => ({
  kind: `${method}-${change}`,
  name,
})

/** The subject of each mail, and what it says. */
function describeChange({ kind, name }: TwoStepChange): { subject: string; text: string } {
  const mails: Record<TwoStepChange['kind'], { subject: string; text: string }> = {
    'turned-on': {
      subject: `Two-step sign-in is on for your ${PRODUCT_NAME} account`,
      text: 'From now on, we ask for a second step when you log in, so your password alone isn’t enough. Keep your recovery codes in a safe place. Your other devices were logged out.',
    },
    'turned-off': {
      subject: `Two-step sign-in is off for your ${PRODUCT_NAME} account`,
      text: 'From now on, you log in without a second step. Your recovery codes no longer work.',
    },
    'new-codes': {
      subject: `You have new ${PRODUCT_NAME} recovery codes`,
      text: 'Your new recovery codes replace the earlier ones, which no longer work.',
    },
    'app-added': {
      subject: `An authenticator app was added to your ${PRODUCT_NAME} account`,
      text: 'You can now use codes from your authenticator app as your second step.',
    },
    'app-removed': {
      subject: `The authenticator app was removed from your ${PRODUCT_NAME} account`,
      text: 'Codes from your authenticator app no longer work.',
    },
    'passkey-added': {
      subject: `A passkey was added to your ${PRODUCT_NAME} account`,
      text: `You can now log in with the passkey “${name}”.`,
    },
    'passkey-removed': {
      subject: `A passkey was removed from your ${PRODUCT_NAME} account`,
      text: `The passkey “${name}” no longer works.`,
    },
  }
  return mails[kind]
}

/** `at` and `sessionId` are when and in which session the change was made. */
type TwoStepJob = { userId: number; change: TwoStepChange; at: string; sessionId: string }

/** Tells the account's owner what changed, in case it was someone else. */
export const twoStepMail = defineAccountMail<TwoStepJob>(
  'accounts.send-two-step-email',
  (deps, _to, { userId, change, at, sessionId }) => {
    const { subject, text } = describeChange(change)
    const kind = change.kind === 'new-codes' ? 'recovery_codes' : 'two_step'
    return {
      subject,
      greeting: NAMELESS_GREETING,
      paragraphs: [text, adviseNotMe(change.kind)],
      action: { label: 'See your sign-in settings', url: `${deps.publicUrl()}${paths.account}` },
      secondAction: { label: 'This wasn’t me', url: toNotMeUrl(deps, { userId, kind, at, sessionId }) },
    }
  },
)

/** `left` is how many codes can still be used. */
export const recoveryCodeUsedMail = defineAccountMail<{ userId: number; left: number }>(
  'accounts.send-recovery-code-used-email',
  (deps, _to, { left }) => {
    const codes = left === 1 ? 'You have 1 code left.' : `You have ${left === 0 ? 'no' : left} codes left.`
    const advice = left <= 3 ? ' You can get ten new ones in your sign-in settings.' : ''
    return {
      subject: `A recovery code for your ${PRODUCT_NAME} account was used`,
      greeting: NAMELESS_GREETING,
      paragraphs: [`Someone just used one of your recovery codes. ${codes}${advice}`, RESET_ADVICE],
      action: { label: 'See your sign-in settings', url: `${deps.publicUrl()}${paths.account}` },
      secondAction: { label: 'Reset password', url: `${deps.publicUrl()}${paths.forgotPassword}` },
    }
  },
)
