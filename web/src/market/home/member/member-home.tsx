import type { HomeResponse } from '@tendwell/contract/bookings/home'
import { toFirstName } from '@tendwell/contract/people/first-name'
import type { Side, User } from '@tendwell/contract/sign-in/accounts'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatMoney } from '../../../lib/format/format.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { PublicLinks } from '../../../shared/people/public-links.tsx'
import { paths } from '../../../shared/routes/paths.ts'
import { countWaiting } from '../../../shared/visits/count-waiting.ts'
import { useHomeQuery } from '../../../shared/visits/home-api.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { HomeFrame, HomeSkeleton } from './home-frame.tsx'
import {
  countDue,
  describeMeeting,
  describeMessages,
  describeMoves,
  describeRequests,
  describeVisit,
  disputePath,
  findNextTask,
  isUnderWay,
  meetingsPath,
  movesPath,
  visitPath,
} from './next-task.ts'
import { SetupSteps } from './setup-steps.tsx'

/** What matters now to a family or a caregiver. @see docs/rules/home.md */
export function MemberHome({ user }: { user: User }) {
  const { data: home, error, isFetching, refetch } = useHomeQuery()
  const side: Side = user.role === 'caregiver' ? 'caregiver' : 'caretaker'
  if (!home && !error) return <HomeSkeleton />
  return (
    <>
      <HomeFrame
        title={`Hello, ${toFirstName(user.full_name)}`}
        task={
          home ? (
            <MatterCard home={home} side={side} />
          ) : (
            <ErrorState
              title="Failed to load your overview"
              error={error}
              onRetry={refetch}
              isRetrying={isFetching}
              isCompact
            />
          )
        }
        rows={listRows(home, side).map((row) => <OverviewRow key={row.label} {...row} />)}
      />
      <p className="page-width mt-8 mb-12 flex flex-wrap gap-x-6">
        {home && hasPublicPage(home) && <PublicLinks userId={user.id} />}
        <Link to={paths.welcome} className="text-link inline-flex min-h-11 items-center">
          {`How ${PRODUCT_NAME} works`}
        </Link>
      </p>
    </>
  )
}

/** Whether families can open the page of this caregiver. */
function hasPublicPage({
  verification_status: status,
  missing,
  expiring_documents: documents,
}: HomeResponse) {
  const isExpired = documents.some(({ is_expired: isExpired }) => isExpired)
  return status === 'verified' && !missing.includes('profile') && !isExpired
}

function MatterCard({ home, side }: { home: HomeResponse; side: Side }) {
  const task = findNextTask(home, side)
  if (task === 'setup') return <SetupSteps home={home} />
  return (
    <div className="my-auto">
      <h2 className="text-28">{task.title}</h2>
      <p className="mt-2 mb-6 text-17 text-ink-soft">{task.detail}</p>
      <ButtonLink to={task.action.to} size="large">
        {task.action.label}
      </ButtonLink>
    </div>
  )
}

interface Row {
  label: string
  /** Undefined until it is known. */
  value: string | undefined
  to: string
  /** Something to do or to read. */
  isDue: boolean
}

function listRows(home: HomeResponse | undefined, side: Side): Row[] {
  const isFamily = side === 'caretaker'
  const bookings = isFamily ? paths.bookings : paths.caregiverBookings
  return [
    {
      label: home?.next_visit && isUnderWay(home.next_visit) ? 'Visit' : 'Next visit',
      value: home && describeVisit(home.next_visit),
      to: home?.next_visit ? visitPath(home.next_visit, side) : bookings,
      isDue: false,
    },
    ...(home?.next_meeting
      ? [
          {
            label: 'Next meeting',
            value: describeMeeting(home.next_meeting),
            to: meetingsPath(side),
            isDue: false,
          },
        ]
      : []),
    ...(home?.move_to_answer
      ? [
          {
            label: home.move_to_answer.count === 1 ? 'Proposal' : 'Proposals',
            value: describeMoves(home.move_to_answer),
            to: movesPath(home.move_to_answer, side),
            isDue: true,
          },
        ]
      : []),
    {
      label: 'Requests',
      value: home && describeRequests(home, side),
      to: isFamily ? requestsTab(home) : paths.incomingRequests,
      isDue: home !== undefined && countDue(home) > 0,
    },
    {
      label: 'Messages',
      value: home && describeMessages(home),
      to: paths.chat,
      isDue: (home?.unread_messages ?? 0) > 0,
    },
    ...disputeRow(home, side),
    isFamily ? profileRow(home) : moneyRow(home),
  ]
}

/** Where a family's open requests are: those to pay first. */
function requestsTab(home: HomeResponse | undefined): string {
  if (!home || home.open_requests.count + countWaiting(home) === 0) return paths.requests
  return paths.bookingsTab(home.open_requests.count > 0 ? 'to_pay' : 'waiting')
}

function profileRow(home: HomeResponse | undefined): Row {
  const isDue = home?.missing.includes('profile') ?? false
  return {
    label: 'Profile',
    value: home && (isDue ? 'Complete your profile' : 'Complete'),
    to: paths.caretakerProfile,
    isDue,
  }
}

/** A person's open disputes, if there are any. They stand out while our team waits for an answer. */
function disputeRow(home: HomeResponse | undefined, side: Side): Row[] {
  const id = home?.open_dispute_id
  if (!home || !id) return []
  const { count, to_answer: toAnswer } = home.open_disputes
  const isDue = toAnswer > 0
  if (count > 1) {
    const value = `${count} open, ${isDue ? `${toAnswer} to answer` : 'nothing to answer'}`
    return [{ label: 'Disputes', value, to: disputePath(null, side), isDue }]
  }
  const value = `${disputeLabel(id)} is open, ${isDue ? 'to answer' : 'nothing to answer'}`
  return [{ label: 'Dispute', value, to: disputePath(id, side), isDue }]
}

function moneyRow(home: HomeResponse | undefined): Row {
  const { balance = 0, withdrawable = 0, pending = 0, held = 0 } = home?.wallet ?? {}
  const onHold = held > 0 ? `, ${formatMoney(held)} on hold` : ''
  return {
    label: 'Wallet',
    value:
      home &&
      `${formatMoney(withdrawable)} now, ${formatMoney(balance - withdrawable + pending)} to come${onHold}`,
    to: paths.wallet,
    isDue: false,
  }
}

function OverviewRow({ label, value, to, isDue }: Row) {
  return (
    <li className="flex min-h-11">
      <Link
        to={to}
        className="flex min-w-0 flex-1 items-center gap-3 px-5 transition-colors hover:bg-sand focus-visible:-outline-offset-2"
      >
        <span className="font-semibold">{label}</span>
        <span
          className={`tabular line-clamp-2 min-w-0 flex-1 text-right ${isDue ? 'font-semibold text-gold-ink' : 'text-ink-soft'}`}
        >
          {value}
        </span>
        <ChevronRight className="size-5 shrink-0 text-ink-soft" />
      </Link>
    </li>
  )
}
