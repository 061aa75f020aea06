import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useLinkedPanel } from '../../../lib/address/use-linked-panel.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { AppSteps } from '../../../shared/calendars/app-steps.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useCalendarFeedQuery, useRenewCalendarFeedMutation } from './feed-api.ts'

const apps = [
  { app: 'Google', steps: 'on a computer, Other calendars › + › From URL.' },
  {
    app: 'Apple',
    steps:
      'on an iPhone, Calendars › Add Calendar › Add Subscription Calendar. On a Mac, File › New Calendar Subscription.',
  },
  { app: 'Outlook', steps: 'Add calendar › Subscribe from web.' },
]

/** Mails link to it. */
const PANEL_ID = 'calendar'

interface FeedPanelProps {
  /** A caregiver's calendar has their time off, too. */
  hasTimeOff: boolean
}

/** The user's private calendar address, for the calendar app that they already use. */
export function FeedPanel({ hasTimeOff }: FeedPanelProps) {
  const [isShown, setShown] = useState(false)
  const panel = useLinkedPanel(PANEL_ID)
  const query = useCalendarFeedQuery(undefined, { skip: !isShown })
  // The button goes away, so the panel takes its focus.
  const show = () => {
    setShown(true)
    panel.current?.focus({ preventScroll: true })
  }
  return (
    <Panel
      id={PANEL_ID}
      ref={panel}
      title="Calendar"
      lead={`See your bookings${hasTimeOff ? ' and time off' : ''} in the calendar app you already use.`}
      isLoading={isShown && !query.data && !query.error}
    >
      {isShown ? (
        <QueryBody
          query={query}
          failure="Failed to load your calendar address"
          skeleton={<FeedSkeleton />}
          isCompact
        >
          {({ url }) => <FeedAddress url={url} />}
        </QueryBody>
      ) : (
        <HiddenAddress onShow={show} />
      )}
    </Panel>
  )
}

function HiddenAddress({ onShow }: { onShow: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-ink-soft">
        Your calendar has a private address. Anyone who has it can see your bookings, so we make sure that
        it’s you before we show it.
      </p>
      <Button variant="secondary" onPress={onShow}>
        Show address
      </Button>
    </div>
  )
}

/** As high as the address and the steps, which wrap on phones. */
function FeedSkeleton() {
  return (
    <div className="h-120 sm:h-96">
      <Skeleton className="mb-6 h-12 w-full" />
      <SkeletonText lines={8} />
    </div>
  )
}

function FeedAddress({ url }: { url: string }) {
  return (
    <div className="flex flex-col gap-5">
      <div>
        <div className="flex items-end gap-3">
          <TextField
            label="Your private address"
            value={url}
            onChange={() => undefined}
            isReadOnly
            className="min-w-0 flex-1"
          />
          <Button
            icon={<Copy className="size-4" />}
            aria-label="Copy address"
            onPress={() => copyText(url, 'Address copied')}
            className="min-h-12"
          >
            Copy
          </Button>
        </div>
        <p className="mt-1.5 text-13 text-ink-soft">
          Anyone who has it can see your bookings, so keep it to yourself.
        </p>
      </div>
      <AppSteps title="Paste it into your calendar app" apps={apps} />
      <p className="text-13 text-ink-soft">
        Your app decides how often it looks for changes. Some take up to a day.
      </p>
      <RenewAddress />
    </div>
  )
}

function RenewAddress() {
  const [isOpen, setOpen] = useState(false)
  const [renew] = useRenewCalendarFeedMutation()
  const close = () => setOpen(false)
  const { run, isPending } = useAction({
    send: () => renew().unwrap(),
    success: 'You have a new calendar address',
    failure: 'Failed to get a new address',
    onSuccess: close,
  })
  return (
    <div className="border-t border-line pt-5">
      <Button variant="secondary" size="small" onPress={() => setOpen(true)}>
        Get a new address
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Get a new address?"
        consequence="The old one stops working right away. Your bookings will be missing or out of date in your calendar apps until you paste the new address there."
        confirmLabel="Get a new address"
        pendingLabel="Getting a new address…"
        isPending={isPending}
        onConfirm={() => run(undefined)}
      />
    </div>
  )
}
