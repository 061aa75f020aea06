import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getErrorMessage, getErrorStatus } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { useEndSessionMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Page } from '../../../ui/page.tsx'

/**
 * Where the email about a new login leads. Nothing happens before a press, because mail programs open links.
 */
export function EndSessionPage() {
  const [params] = useSearchParams()
  const [endSession, { data: done }] = useEndSessionMutation()
  const [problem, setProblem] = useState<{ text: string; isFinal: boolean } | null>(null)
  const { run, isPending } = useAction({
    send: (token: string) => endSession(token).unwrap(),
    onFailure: (error) =>
      setProblem({
        text: getErrorMessage(error, 'Failed to log out the device'),
        isFinal: getErrorStatus(error) === 400,
      }),
  })
  if (done) {
    return (
      <Page
        title="The device was logged out"
        lead={`${done.message}. Set a new password now so it can’t log in again.`}
        width="reading"
      >
        <ButtonLink to={paths.forgotPassword}>Set a new password</ButtonLink>
      </Page>
    )
  }
  return (
    <Page
      title="Don’t recognize this login?"
      lead={problem?.isFinal ? undefined : 'Log the device out now to end its access to your account.'}
      width="reading"
    >
      <div className="flex flex-col items-start gap-6">
        <div role="alert" className="w-full empty:hidden">
          {problem && (
            <Banner
              tone="warning"
              title={problem.text}
              action={
                <ButtonLink to={paths.account} variant="secondary">
                  See your devices
                </ButtonLink>
              }
            >
              You can also log devices out in your account.
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
            {isPending ? 'Logging out…' : 'Log out that device'}
          </Button>
        )}
      </div>
    </Page>
  )
}
