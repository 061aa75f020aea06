import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { describeFailure, getErrorStatus } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Page } from '../../../ui/page.tsx'
import { useReopenAccountMutation } from '../privacy/own-data-api.ts'

/**
 * Where the link of a closed account leads. Nothing happens before a press, because mail programs open links.
 */
export function ReopenAccountPage() {
  const [params] = useSearchParams()
  const [reopen, { data }] = useReopenAccountMutation()
  const [problem, setProblem] = useState<{ text: string; isFinal: boolean } | null>(null)
  const { run, isPending } = useAction({
    send: (token: string) => reopen(token).unwrap(),
    onFailure: (error) => {
      const isFinal = [400, 404].includes(Number(getErrorStatus(error)))
      setProblem({ text: describeFailure(error), isFinal })
    },
  })
  if (data && !data.is_active) {
    return (
      <Page title="Your account is no longer closed" width="reading">
        <div className="flex flex-col items-start gap-6">
          <Banner tone="warning" title={data.message}>
            If you have questions or think this is a mistake, write to us.
          </Banner>
          <ButtonLink to={paths.contact}>Contact support</ButtonLink>
        </div>
      </Page>
    )
  }
  if (data) {
    return (
      <Page title="Your account is open again" width="reading">
        <div className="flex flex-col items-start gap-6">
          <Banner tone="success" title="Welcome back">
            Nothing will be erased. You can log in as before.
          </Banner>
          <ButtonLink to={paths.login}>Log in</ButtonLink>
        </div>
      </Page>
    )
  }
  return (
    <Page
      title="Keep your account?"
      lead={
        problem?.isFinal ? undefined : 'You closed your account. Until it’s erased, you can open it again.'
      }
      width="reading"
    >
      <div className="flex flex-col items-start gap-6">
        <div role="alert" className="w-full empty:hidden">
          {problem && (
            <Banner tone="warning" title={problem.text}>
              {problem.isFinal &&
                'Your account may be open already. If it was erased, you’re welcome to sign up again.'}
            </Banner>
          )}
        </div>
        {problem?.isFinal ? (
          <ButtonLink to={paths.login}>Log in</ButtonLink>
        ) : (
          <Button size="large" isPending={isPending} onPress={() => run(params.get('token') ?? '')}>
            {isPending ? 'Opening…' : 'Keep my account'}
          </Button>
        )}
      </div>
    </Page>
  )
}
