import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { describeFailure, getErrorStatus } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { useStopRecoveryMutation } from '../../../shared/sign-in/two-step-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Page } from '../../../ui/page.tsx'

/**
 * Where the mail about ending someone's two-step sign-in leads them if they didn't ask for it. Nothing
 * happens before a press, because mail programs open links.
 */
export function StopRecoveryPage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [stop] = useStopRecoveryMutation()
  const [isStopped, setStopped] = useState(false)
  const [problem, setProblem] = useState<{ text: string; isFinal: boolean } | null>(null)
  const { run, isPending } = useAction({
    send: (sent: string) => stop(sent).unwrap(),
    onFailure: (error) =>
      setProblem({ text: describeFailure(error), isFinal: getErrorStatus(error) === 400 }),
    onSuccess: () => setStopped(true),
  })
  if (isStopped) return <Stopped />
  return (
    <Page
      title="Keep two-step sign-in?"
      lead={
        problem?.isFinal
          ? undefined
          : 'Our support team was asked to turn off two-step sign-in for your account. If that wasn’t you, stop it here. Your account stays as it is.'
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
          <Button variant="danger" size="large" isPending={isPending} onPress={() => run(token)}>
            {isPending ? 'Stopping…' : 'This wasn’t me, stop it'}
          </Button>
        )}
      </div>
    </Page>
  )
}

function Stopped() {
  return (
    <Page title="Two-step sign-in stays on" width="reading">
      <div className="flex flex-col items-start gap-6">
        <Banner tone="success" title="We stopped it">
          Someone may be trying to get into your account. Set a new password now to be safe.
        </Banner>
        <ButtonLink to={paths.forgotPassword}>Set a new password</ButtonLink>
      </div>
    </Page>
  )
}
