import type { Consents, DataExport } from '@tendwell/contract/people/own-data'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay, formatFileSize, formatInstant } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { download } from '../../../lib/transport/save-file.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { PanelSubheading } from '../../../ui/panel.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import {
  useConsentsQuery,
  useDataExportQuery,
  useExportLinkMutation,
  useRequestExportMutation,
} from './own-data-api.ts'

/** How often to poll a running export. */
const followMs = 5_000

/** A copy of the user's data, what they agreed to, and the way to close the account. */
export function YourDataPanel() {
  const first = useDataExportQuery()
  const isPreparing = first.data?.state === 'preparing'
  useDataExportQuery(undefined, { pollingInterval: isPreparing ? followMs : 0 })
  const consents = useConsentsQuery()
  const both = {
    currentData: first.data && consents.data && { exported: first.data, agreed: consents.data },
    error: (!first.data && first.error) || (!consents.data && consents.error),
    isFetching: first.isFetching || consents.isFetching,
    refetch: () => {
      first.refetch()
      consents.refetch()
    },
  }
  return (
    <QueryPanel
      id="your-data"
      className="scroll-mt-6"
      title="Your data"
      lead="Download a copy of your data, or close your account."
      query={both}
      failure="Failed to load your data"
      skeleton={<YourDataSkeleton />}
    >
      {({ exported, agreed }) => (
        <div className="flex flex-col divide-y divide-line *:py-5 *:first:pt-0 *:last:pb-0">
          <ExportSection data={exported} />
          <ConsentSection consents={agreed} />
          <div>
            <PanelSubheading>Close your account</PanelSubheading>
            <p className="mt-1 mb-4 text-ink-soft">
              We erase your data 14 days later. Until then you can change your mind.
            </p>
            <ButtonLink to={paths.closeAccount} variant="secondary" size="small">
              Close account
            </ButtonLink>
          </div>
        </div>
      )}
    </QueryPanel>
  )
}

/** As high as the three parts, which wrap on phones. */
function YourDataSkeleton() {
  return (
    <div className="h-120 sm:h-98">
      <SkeletonText lines={12} />
    </div>
  )
}

function ExportSection({ data }: { data: DataExport }) {
  const [request] = useRequestExportMutation()
  const { run, isPending } = useAction({
    send: () => request().unwrap(),
    success: 'We’re preparing your data',
    failure: 'Failed to prepare your data',
  })
  const [getLink] = useExportLinkMutation()
  const link = useAction({
    send: () => getLink().unwrap(),
    failure: 'Failed to download your data',
    onSuccess: ({ url }) => download(url),
  })
  const isReady = data.state === 'ready'
  return (
    <div>
      <PanelSubheading>A copy of your data</PanelSubheading>
      <p className="mt-1 mb-4 text-ink-soft" role="status">
        {describe(data)}
      </p>
      <div className="flex flex-wrap gap-3">
        {isReady && (
          <Button size="small" isPending={link.isPending} onPress={() => link.run(undefined)}>
            <Download className="size-4" />
            Download{data.bytes !== null && ` (${formatFileSize(data.bytes)})`}
          </Button>
        )}
        {data.state !== 'preparing' && (
          <Button variant="secondary" size="small" isPending={isPending} onPress={() => run(undefined)}>
            {isReady ? 'Prepare a new copy' : 'Prepare a copy'}
          </Button>
        )}
      </div>
    </div>
  )
}

function describe({ state, expires_at: expiresAt }: DataExport): string {
  if (state === 'preparing') {
    return 'We’re putting it together. This takes a few minutes, and we’ll email you when it’s ready.'
  }
  if (state === 'ready' && expiresAt) {
    return `Ready. You can download it until ${formatInstant(expiresAt)}. After that we delete it.`
  }
  if (state === 'failed') return 'That didn’t work. Please try again.'
  return 'A zip file with your profile, bookings, messages and files. We’ll email you when it’s ready.'
}

function ConsentSection({ consents: { terms, privacy } }: { consents: Consents }) {
  return (
    <div>
      <PanelSubheading>What you agreed to</PanelSubheading>
      <dl className="mt-2 flex flex-col gap-2">
        <Agreed label="Terms of Use" to={paths.terms} consent={terms} />
        <Agreed label="Privacy Policy" to={paths.privacy} consent={privacy} />
      </dl>
    </div>
  )
}

function Agreed({ label, to, consent }: { label: string; to: string; consent: Consents['terms'] }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt>
        <Link to={to} className="text-link">
          {label}
        </Link>
      </dt>
      <dd className="text-ink-soft">
        {consent
          ? `Version of ${formatDay(consent.version)}, agreed on ${formatInstant(consent.at)}`
          : 'No date on record'}
      </dd>
    </div>
  )
}
