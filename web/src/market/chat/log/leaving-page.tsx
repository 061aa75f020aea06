import { useSearchParams } from 'react-router'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { MissingState } from '../../../ui/missing-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { safeHref } from './links.ts'

/** Where a link to another site in a message leads first. @see docs/rules/chat-and-notifications.md#links */
export function LeavingPage() {
  const [params] = useSearchParams()
  const href = safeHref(params.get('to') ?? '')
  if (href === null) {
    return (
      <Page title="This link leads nowhere" width="reading">
        <MissingState
          title="We can’t open this link"
          hint="It isn’t the address of a website."
          action={{ label: 'Back to your messages', to: paths.chat }}
        />
      </Page>
    )
  }
  const { host } = new URL(href)
  return (
    <Page
      title={`You’re leaving ${PRODUCT_NAME}`}
      lead={
        <>
          This link leads to <strong className="wrap-anywhere text-ink">{host}</strong>, another site that we
          don’t know.
        </>
      }
      width="reading"
    >
      <div className="flex flex-col items-start gap-6">
        <Banner tone="warning" title={`Keep payments on ${PRODUCT_NAME} to stay protected`}>
          Never enter your {PRODUCT_NAME} password there, and pay nobody outside of {PRODUCT_NAME}.
        </Banner>
        <p className="text-13 wrap-anywhere text-ink-soft">{href}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.chat}>Back to your messages</ButtonLink>
          <ButtonLink to={href} rel="noopener noreferrer nofollow" variant="secondary">
            Continue to this site
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}
