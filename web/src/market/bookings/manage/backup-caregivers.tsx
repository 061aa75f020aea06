import type {
  BackupCaregivers as BackupCaregiversAnswer,
  PublicCaregiver,
} from '@tendwell/contract/profiles/profiles'
import { useRef } from 'react'
import { Link } from 'react-router'
import { formatList, formatMoney } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { searchPath } from '../../../shared/visits/hours-path.ts'
import { WindowList } from '../../../shared/visits/window-list.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { useBackupCaregiversQuery, useSendBackupRequestMutation } from '../bookings-api.ts'

interface BackupCaregiversProps {
  requestId: number
  /** Of the request. */
  timezone: string
  /** How many times the request has; where only some need another caregiver, they are listed. */
  windowCount: number
}

/**
 * Other caregivers who are free at the times of a request that came to nothing, who has a request for them already,
 * and a link to the search.
 * @see docs/rules/bookings.md#backup-caregivers
 */
export function BackupCaregivers({ requestId, timezone, windowCount }: BackupCaregiversProps) {
  const { currentData: data } = useBackupCaregiversQuery(requestId)
  const section = useRef<HTMLElement>(null)
  if (!data || data.windows.length === 0) return null
  const search = (
    <Link to={searchPath(data.windows[0], data)} className="text-link">
      Find another caregiver
    </Link>
  )
  const requested = data.requested.length > 0 && (
    <p className="font-semibold">{describeRequested(data.requested)}</p>
  )
  if (data.results.length === 0) {
    return (
      <section
        ref={section}
        tabIndex={-1}
        aria-label="Other caregivers"
        className="mt-5 flex flex-col gap-1 border-t border-line pt-4"
      >
        {requested}
        <p className="text-ink-soft">No one else who does the same care is free then. {search}</p>
      </section>
    )
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={`backups-${requestId}`}
      className="mt-5 border-t border-line pt-4"
    >
      {requested && <div className="mb-4">{requested}</div>}
      <h3 id={`backups-${requestId}`} className="mb-3 font-semibold">
        Also free at these times
      </h3>
      {data.results.length > 1 && (
        <p className="-mt-2 mb-3 text-13 text-ink-soft">
          You can ask them all. Once you’ve booked one, we withdraw the other requests.
        </p>
      )}
      {data.windows.length < windowCount && (
        <div className="-mt-1 mb-3">
          <WindowList windows={data.windows} zone={timezone} />
        </div>
      )}
      <ul className="grid gap-3 sm:grid-cols-2">
        {data.results.map((caregiver) => (
          <BackupCaregiver
            key={caregiver.id}
            requestId={requestId}
            caregiver={caregiver}
            // The pressed button goes with its row, so the focus moves to the section.
            onAsked={() => section.current?.focus()}
          />
        ))}
      </ul>
      <p className="mt-3">{search}</p>
    </section>
  )
}

/** `Sofia Marin already has your request.` */
function describeRequested(people: BackupCaregiversAnswer['requested']): string {
  const names = people.map(({ full_name: name }) => name)
  return names.length === 1
    ? `${names[0]} already has your request.`
    : `${formatList(names)} already have your request.`
}

interface BackupCaregiverProps {
  requestId: number
  caregiver: PublicCaregiver
  onAsked: () => void
}

/** A caregiver who is free instead; one press sends them the same times. */
function BackupCaregiver({ requestId, caregiver, onAsked }: BackupCaregiverProps) {
  const { id, full_name: name, avatar, average_rating: rating, hourly_rate_usd: rateUsd } = caregiver
  const [sendRequest] = useSendBackupRequestMutation()
  const { run, isPending } = useAction({
    send: (caregiverId: number, key) => sendRequest({ requestId, caregiverId, key }).unwrap(),
    success: `Request sent to ${name}`,
    failure: 'Failed to send the request',
    onSuccess: onAsked,
  })
  return (
    <li className="flex flex-col gap-3 rounded-control border border-line p-3">
      <Link to={paths.caregiver(id)} className="group flex items-center gap-3 rounded-control">
        <Avatar name={name} src={avatar} />
        <span className="min-w-0">
          <span className="block truncate font-semibold group-hover:underline">{name}</span>
          <span className="tabular block text-13 text-ink-soft">
            {rating !== null && `${rating.toFixed(1)} ★ · `}
            {`${formatMoney(rateUsd)} an hour`}
          </span>
        </span>
      </Link>
      <Button
        size="small"
        onPress={() => run(id)}
        isPending={isPending}
        aria-label={`Send request to ${name}`}
      >
        {isPending ? 'Sending…' : 'Send request'}
      </Button>
    </li>
  )
}
