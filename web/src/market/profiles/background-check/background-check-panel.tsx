import type {
  BackgroundCheckOverview,
  OwnBackgroundCheck,
} from '@tendwell/contract/background-checks/background-checks'
import { ExternalLink, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useExternalRedirect } from '../../../lib/address/use-external-redirect.ts'
import { useLinkedPanel } from '../../../lib/address/use-linked-panel.ts'
import { formatDay } from '../../../lib/format/format.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { Button } from '../../../ui/button.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { useOwnBackgroundCheckQuery } from './background-check-api.ts'
import { ConsentDialog } from './consent-dialog.tsx'

const PANEL_ID = 'background-check'
const openingMs = 1_000
const waitingMs = 5_000

/** A caregiver's background check: what it is, how far it is, and the way to the provider's page. */
export function BackgroundCheckPanel() {
  const [isAgreeing, setAgreeing] = useState(false)
  // From agreeing until the provider's page is ready.
  const [isOpening, setOpening] = useState(false)
  const [pollingInterval, setPollingInterval] = useState(0)
  const query = useOwnBackgroundCheckQuery(undefined, {
    pollingInterval,
    skipPollingIfUnfocused: true,
    // A caregiver who comes back from the provider's page may have a result.
    refetchOnMountOrArgChange: true,
  })
  const { data } = query
  const { isRedirecting, redirectTo } = useExternalRedirect()
  const panel = useLinkedPanel(PANEL_ID, data !== undefined)
  const pageUrl = data?.check?.page_url ?? null
  const waits = data?.check?.status === 'requested' || data?.check?.status === 'started'
  useEffect(() => setPollingInterval(isOpening ? openingMs : waits ? waitingMs : 0), [isOpening, waits])
  useEffect(() => {
    if (!isOpening || !pageUrl) return
    setOpening(false)
    redirectTo(pageUrl)
  }, [isOpening, pageUrl, redirectTo])

  if (data && !data.offer) return null
  return (
    <QueryPanel
      ref={panel}
      id={PANEL_ID}
      title="Background check"
      lead="Optional. When it’s clear, families see it on your page."
      actions={data?.check && <CheckPill check={data.check} />}
      query={query}
      failure="Failed to load your background check"
      skeleton={<SkeletonText lines={4} />}
    >
      {(overview) =>
        overview.offer && (
          <div className="flex flex-col gap-4">
            <div role="status" className="flex flex-col gap-4">
              <State
                overview={overview}
                provider={overview.check?.provider ?? overview.offer.provider}
                helpUrl={overview.offer.help_url}
              />
            </div>
            {pageUrl && (
              <Button
                icon={<ExternalLink className="size-4" />}
                isPending={isRedirecting}
                onPress={() => redirectTo(pageUrl)}
                className="self-start"
              >
                {`Continue at ${overview.offer.provider}`}
              </Button>
            )}
            {overview.can_start && (
              <Button
                variant={overview.check ? 'secondary' : 'primary'}
                icon={<ShieldCheck className="size-4" />}
                onPress={() => setAgreeing(true)}
                className="self-start"
              >
                {overview.check ? 'Start a new check' : 'Start a background check'}
              </Button>
            )}
            {isAgreeing && (
              <ConsentDialog
                offer={overview.offer}
                onStarted={() => setOpening(true)}
                onClose={() => setAgreeing(false)}
              />
            )}
          </div>
        )
      }
    </QueryPanel>
  )
}

/** The status as the caregiver reads it. */
function CheckPill({ check }: { check: OwnBackgroundCheck }) {
  if (check.identity === 'waiting') return <StatusPill status="needs_review" word="Under review" />
  if (check.identity === 'different') return <StatusPill status="canceled" word="No badge" />
  if (check.decision === 'accepted') return <StatusPill status="clear" />
  if (check.status === 'needs_review') {
    return check.decision === 'declined' ? (
      <StatusPill status="canceled" word="No badge" />
    ) : (
      <StatusPill status="needs_review" word="Under review" />
    )
  }
  if (check.status === 'canceled') return <StatusPill status="canceled" word="Not completed" />
  return <StatusPill status={check.status} />
}

interface StateProps {
  overview: BackgroundCheckOverview
  provider: string
  helpUrl: string
}

/** Where the newest check is, in a few sentences. */
function State({ overview, provider, helpUrl }: StateProps): ReactNode {
  const { badge, check } = overview
  if (!check) {
    return (
      <p>{`${provider} checks your background on its own page. If it’s clear, your page says so for 12 months.`}</p>
    )
  }
  if (check.status === 'requested') {
    return check.page_url ? (
      <p>{`${provider} is waiting for you. Enter your details on its page, then come back here.`}</p>
    ) : (
      <p>{`We’re opening your page at ${provider}. This takes a moment.`}</p>
    )
  }
  if (check.status === 'started') {
    return (
      <p>{`${provider} is checking. This can take a few days. We’ll email you as soon as there’s a result.`}</p>
    )
  }
  if (check.status === 'needs_review' && check.decision === null) {
    return (
      <p>
        Someone on our team is looking at the result. This is common and doesn’t mean that anything is wrong.
        We’ll email you as soon as we’re done.
      </p>
    )
  }
  if (check.status === 'needs_review' && check.decision === 'declined') {
    return <Declined provider={provider} helpUrl={helpUrl} startsFrom={overview.can_start_from} />
  }
  if (check.status === 'canceled') {
    return <p>{`${provider} couldn’t complete your check. Nothing changes on your page.`}</p>
  }
  if (check.status === 'expired') {
    return <p>{`Your page at ${provider} is no longer open. Nothing changes on your profile.`}</p>
  }
  if (check.identity === 'waiting') {
    return (
      <p>
        The result is here. Our team compares the name and the date of birth that were checked with your ID
        before families see it. We’ll email you.
      </p>
    )
  }
  if (check.identity === 'different') {
    return (
      <p>
        {`The name or the date of birth that ${provider} checked isn’t the one on your ID, so families don’t see this check. Start a new one with your details as they are on your ID.`}
      </p>
    )
  }
  return badge ? (
    <p>{`Families see a badge on your page until ${formatDay(badge.valid_until)}.`}</p>
  ) : (
    <p>Your last check no longer counts, so families don’t see it anymore.</p>
  )
}

interface DeclinedProps {
  provider: string
  helpUrl: string
  /** The first day of a new check; null once it has come. */
  startsFrom: string | null
}

function Declined({ provider, helpUrl, startsFrom }: DeclinedProps) {
  return (
    <>
      <p>
        After looking at the result, we’ve decided not to show it on your page. Your profile and your bookings
        stay as they are.
      </p>
      <p>
        {`You can ask ${provider} for a free copy of your report, and dispute anything in it that is wrong: `}
        <a href={helpUrl} target="_blank" rel="noopener noreferrer" className="text-link">
          {`copies and corrections at ${provider}`}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        {`. If the corrected report is clear, it appears on your page by itself.${startsFrom ? ` You can start a new check from ${formatDay(startsFrom)}.` : ''}`}
      </p>
      <p>
        {'If you have questions, please '}
        <Link to={paths.contact} className="text-link">
          contact us
        </Link>
        .
      </p>
    </>
  )
}
