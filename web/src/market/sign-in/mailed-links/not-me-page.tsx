import { describeRemoved, type NotMeResponse } from '@tendwell/contract/sign-in/not-me'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getErrorMessage, getErrorStatus } from '../../../lib/errors.ts'
import { formatInstant } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { useDisownChangeMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Page } from '../../../ui/page.tsx'

/**
 * Where "This wasn't me" in the emails about a change leads. Nothing happens before a press, because mail
 * programs open links.
 * @see docs/rules/accounts.md#this-wasnt-me
 */
export function NotMePage() {
  const [params] = useSearchParams()
  const [disown, { data: done }] = useDisownChangeMutation()
  const [problem, setProblem] = useState<{ text: string; isFinal: boolean } | null>(null)
  const { run, isPending } = useAction({
    send: (token: string) => disown(token).unwrap(),
    onFailure: (error) =>
      setProblem({
        text: getErrorMessage(error, 'Failed to secure your account'),
        isFinal: [400, 403, 409].includes(Number(getErrorStatus(error))),
      }),
  })
  if (done) return <Done done={done} />
  return (
    <Page
      title="This wasn’t you?"
      lead={
        problem?.isFinal
          ? undefined
          : 'We take back what was added, log out all devices and end the password. For 48 hours, nothing is paid out and the email can’t be changed.'
      }
      width="reading"
    >
      <div className="flex flex-col items-start gap-6">
        <div role="alert" className="w-full empty:hidden">
          {problem && (
            <Banner
              tone="warning"
              title={problem.text}
              action={
                <ButtonLink to={paths.contact} variant="secondary">
                  Contact us
                </ButtonLink>
              }
            >
              If you still need help, write to us.
            </Banner>
          )}
        </div>
        {!problem?.isFinal && (
          <Button
            variant="danger"
            size="large"
            isPending={isPending}
            onPress={() => run(params.get('token') ?? '')}
          >
            {isPending ? 'Securing…' : 'Secure my account'}
          </Button>
        )}
      </div>
    </Page>
  )
}

function Done({ done }: { done: NotMeResponse }) {
  return (
    <Page title="Your account is secured" width="reading">
      <div className="flex flex-col items-start gap-6">
        <div role="status">
          <p>Here’s what we did:</p>
          <ul className="mt-2 list-disc pl-5">
            {listSteps(done).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </div>
        <ButtonLink to={`${paths.resetPassword}?token=${done.reset_token}`}>Choose a new password</ButtonLink>
      </div>
    </Page>
  )
}

function listSteps({ kind, removed, is_email_restored: isRestored, stopped_until: until }: NotMeResponse) {
  const steps = []
  if (removed.length > 0) steps.push(`We removed ${describeRemoved(removed)}. Recovery codes no longer work.`)
  if (removed.length === 0 && kind === 'recovery_codes') steps.push('The new recovery codes no longer work.')
  if (isRestored) steps.push('We put your earlier email back.')
  if (kind === 'bank') {
    steps.push('Nothing is paid out to the new bank account. Enter your own in your wallet to be paid again.')
  }
  steps.push('All devices were logged out, and the password no longer works.')
  steps.push(`Until ${formatInstant(until)}, nothing is paid out and the email can’t be changed.`)
  return steps
}
