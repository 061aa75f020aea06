import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { getErrorMessage } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { paths } from '../../../shared/routes/paths.ts'
import {
  useConfirmEmailChangeMutation,
  useStopEmailChangeMutation,
} from '../../../shared/sign-in/sign-in-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Page } from '../../../ui/page.tsx'

/**
 * Where the links of a change of email lead. Nothing happens before a press, because mail programs open
 * links.
 */
export function ConfirmEmailChangePage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  if (params.has('stop')) return <StopChange token={token} />
  return <ConfirmChange token={token} side={params.get('side') === 'new' ? 'new' : 'old'} />
}

function ConfirmChange({ token, side }: { token: string; side: 'old' | 'new' }) {
  const [confirm, { data }] = useConfirmEmailChangeMutation()
  const [problem, setProblem] = useState('')
  const { run, isPending } = useAction({
    send: (sent: string) => confirm({ token: sent, side }).unwrap(),
    onFailure: (error) => setProblem(getErrorMessage(error, 'Failed to confirm the change')),
  })
  if (data) {
    return (
      <Result
        title={data.is_complete ? 'Your email was changed' : 'Confirmed'}
        text={
          data.is_complete
            ? 'From now on, log in with your new address.'
            : 'Now open the link we sent to your other address. Your email changes after that.'
        }
        action={<ButtonLink to={paths.account}>Go to your account</ButtonLink>}
      />
    )
  }
  return (
    <Page
      title="Confirm your new email"
      lead={
        side === 'old'
          ? 'You asked us to change the email of your account. It changes once both addresses have confirmed.'
          : 'Confirm that you want to use this address for your account.'
      }
      width="reading"
    >
      <div className="flex flex-col items-start gap-6">
        <Problem title={problem} />
        <Button size="large" isPending={isPending} onPress={() => run(token)}>
          {isPending ? 'Confirming…' : 'Confirm the change'}
        </Button>
      </div>
    </Page>
  )
}

function StopChange({ token }: { token: string }) {
  const [stop] = useStopEmailChangeMutation()
  const [isStopped, setStopped] = useState(false)
  const [problem, setProblem] = useState('')
  const { run, isPending } = useAction({
    send: (sent: string) => stop(sent).unwrap(),
    onFailure: (error) => setProblem(getErrorMessage(error, 'Failed to stop the change')),
    onSuccess: () => setStopped(true),
  })
  if (isStopped) {
    return (
      <Result
        title="Your email stays the same"
        text="All devices were logged out. Set a new password now, so that nobody else can log in."
        action={<ButtonLink to={paths.forgotPassword}>Set a new password</ButtonLink>}
      />
    )
  }
  return (
    <Page
      title="Stop the change of email?"
      lead="If you didn’t ask for it, someone else may know your password. We’ll stop the change and log out all devices."
      width="reading"
    >
      <div className="flex flex-col items-start gap-6">
        <Problem title={problem} />
        <Button variant="danger" size="large" isPending={isPending} onPress={() => run(token)}>
          {isPending ? 'Stopping…' : 'Stop the change'}
        </Button>
      </div>
    </Page>
  )
}

/** Why a link didn't work, and where to see which email the account has. */
function Problem({ title }: { title: string }) {
  return (
    <div role="alert" className="w-full empty:hidden">
      {title && (
        <Banner
          tone="warning"
          title={title}
          action={
            <ButtonLink to={paths.account} variant="secondary">
              Go to your account
            </ButtonLink>
          }
        >
          Your account shows which address it has, and whether a change is still open.
        </Banner>
      )}
    </div>
  )
}

function Result({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <Page title={title} width="reading">
      <div className="flex flex-col items-start gap-6">
        <Banner tone="success" title={title}>
          {text}
        </Banner>
        {action}
      </div>
    </Page>
  )
}
