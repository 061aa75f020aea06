import { useSearchParams } from 'react-router'
import { useAction } from '../../../lib/forms/use-action.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Page } from '../../../ui/page.tsx'
import { kindTexts } from './kinds.ts'
import { useUnsubscribeMutation } from './settings-api.ts'

/** Where the link of an email leads. It asks first, because mail programs open links by themselves. */
export function UnsubscribePage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [unsubscribe, { data, isLoading }] = useUnsubscribeMutation()
  const { run } = useAction({
    send: (sent: string) => unsubscribe(sent).unwrap(),
    failure: 'Failed to unsubscribe',
  })
  const settings = (
    <ButtonLink to={`${paths.account}#notifications`} variant="secondary">
      Notification settings
    </ButtonLink>
  )
  return (
    <Page title="Unsubscribe" lead="You can switch emails back on in your account at any time.">
      <div className="flex max-w-form flex-col items-start gap-6">
        {data ? (
          <>
            <Banner tone="success" title="You’re unsubscribed">
              We’ll stop emailing you about {kindTexts[data.kind].label.toLowerCase()}.
            </Banner>
            {settings}
          </>
        ) : (
          <>
            <p className="text-17">Stop the kind of email that this link came with?</p>
            <div className="flex flex-wrap gap-3">
              <Button isPending={isLoading} onPress={() => run(token)}>
                {isLoading ? 'Unsubscribing…' : 'Unsubscribe'}
              </Button>
              {settings}
            </div>
          </>
        )}
      </div>
    </Page>
  )
}
