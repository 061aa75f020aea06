import type { DeviceSession } from '@tendwell/contract/sign-in/accounts'
import { Monitor, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatAgo, formatInstant } from '../../../lib/format/format.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { Button } from '../../../ui/button.tsx'

const handheld = /iphone|ipad|android|mobile/i

export function SessionRow({ session, onRevoke }: { session: DeviceSession; onRevoke: () => void }) {
  const { device, address, country, is_current: isCurrent } = session
  const Icon = handheld.test(device) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-5 first:pt-0 last:pb-0">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-sand text-forest">
        <Icon className="size-5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 max-sm:basis-48">
        <p className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device}
          {isCurrent && <StatusPill status="active" word="This device" />}
        </p>
        <dl className="mt-1.5 grid gap-x-4 gap-y-0.5 text-13 text-ink-soft sm:grid-cols-[auto_1fr]">
          <Fact term="IP address">
            <span className="tabular break-all">{address}</span>
          </Fact>
          {country && <Fact term="Country">{country}</Fact>}
          <Fact term="Logged in">{formatInstant(session.created_at)}</Fact>
          <Fact term="Last active">{formatAgo(session.used_at)}</Fact>
        </dl>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Log out ${device}, logged in ${formatInstant(session.created_at)}`}
          onPress={onRevoke}
          className="max-sm:ml-15"
        >
          {' '}
          Log out
        </Button>
      )}
    </li>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex gap-2 sm:contents">
      <dt className="min-w-18">{term}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  )
}
