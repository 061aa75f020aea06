import type { DisputeEvent, DisputeRecord, DisputeStep } from '@tendwell/contract/console/disputes'
import { useLocation, useParams } from 'react-router'
import { formatInstant, formatMoney } from '../../lib/format/format.ts'
import { DisputeFacts } from '../../shared/disputes/dispute-facts.tsx'
import { disputeLabel } from '../../shared/disputes/dispute-label.ts'
import { DisputeAmountsSkeleton, DisputeSkeleton } from '../../shared/disputes/dispute-skeleton.tsx'
import { Resolution } from '../../shared/disputes/resolution.tsx'
import { paths } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { MissingState } from '../../ui/missing-state.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryBody } from '../../ui/query-panel.tsx'
import { BookingLink, PersonLink } from '../common/lists/record-links.tsx'
import { polling } from '../common/polling.ts'
import { HistoryPanel } from '../common/records/history-panel.tsx'
import { MessagesPanel } from '../common/records/messages-panel.tsx'
import { NotesPanel } from '../common/records/notes-panel.tsx'
import { Timeline } from '../common/records/timeline.tsx'
import { VisitsPanel } from '../common/records/visits-panel.tsx'
import { DisputeStatusPanel } from './dispute-status-panel.tsx'
import { useDisputeRecordQuery } from './disputes-api.ts'
import { QuestionsPanel } from './questions-panel.tsx'

/** The status comes first on one column, and beside the case on two. */
const columns =
  'grid items-start gap-6 max-lg:pb-20 min-[70rem]:grid-cols-[minmax(0,1fr)_24rem] min-[110rem]:grid-cols-[minmax(0,1fr)_30rem] min-[70rem]:grid-rows-[auto_1fr]'
const mainColumn =
  'flex min-w-0 flex-col gap-6 min-[70rem]:col-start-1 min-[70rem]:row-span-2 min-[70rem]:row-start-1'
const sideColumn = 'min-w-0 min-[70rem]:col-start-2'

const failure = 'Failed to load dispute'

export function DisputePage() {
  const { disputeId = '' } = useParams()
  // The filters and page of the list that the admin came from.
  const { search } = useLocation()
  const query = useDisputeRecordQuery(disputeId.replace(/^#/, ''), polling)
  const { currentData: dispute } = query
  return (
    <Page
      width="wide"
      title={dispute ? disputeLabel(dispute.id) : 'Dispute'}
      lead={dispute && `Opened ${formatInstant(dispute.opened_at)}`}
      back={<BackLink to={paths.adminDisputes + search}>Back</BackLink>}
      actions={dispute && <StatusPill status={dispute.status} />}
    >
      <QueryBody
        query={query}
        failure={failure}
        skeleton={
          <div className={columns}>
            <div className={sideColumn}>
              <DisputeAmountsSkeleton />
            </div>
            <div className={mainColumn}>
              <DisputeSkeleton />
            </div>
          </div>
        }
        missing={
          <MissingState
            title={failure}
            hint="We couldn’t find a dispute with this number."
            action={{ label: 'View all disputes', to: paths.adminDisputes }}
          />
        }
      >
        {(dispute) => <Case key={dispute.id} dispute={dispute} />}
      </QueryBody>
    </Page>
  )
}

function Case({ dispute }: { dispute: DisputeRecord }) {
  const { id, parties, booking } = dispute
  const people = {
    caretaker: { id: dispute.caretaker_id, name: parties.caretaker.name },
    caregiver: { id: dispute.caregiver_id, name: parties.caregiver.name },
  }
  const subject = `dispute:${id}`
  return (
    <div className={columns}>
      <div className={sideColumn}>
        <DisputeStatusPanel dispute={dispute} />
      </div>
      <div className={mainColumn}>
        <Resolution dispute={dispute} />
        <DisputeFacts
          dispute={dispute}
          links={{
            caretaker: <PersonLink person={people.caretaker} />,
            caregiver: <PersonLink person={people.caregiver} />,
            booking: <BookingLink id={booking.id} label={`#${booking.id}`} />,
          }}
        />
        <VisitsPanel windows={dispute.windows} />
        <QuestionsPanel dispute={dispute} />
        <MessagesPanel booking={{ id: booking.id, messages: dispute.messages, ...people }} />
        <Timeline steps={dispute.timeline.map(toDisputeStep)} />
        <HistoryPanel subject={subject} />
      </div>
      <div className={sideColumn}>
        <NotesPanel subject={subject} />
      </div>
    </div>
  )
}

type Describe = (step: DisputeStep & { who: string }) => string

const money = (usd: number | null) => formatMoney(usd ?? 0)

const descriptions: Record<DisputeEvent, Describe> = {
  opened: ({ who }) => `Opened by ${who}`,
  evidence_added: ({ who, detail }) =>
    `${who} added evidence${detail ? `: ${detail.replace(/^Evidence file: /, '')}` : ''}`,
  question_asked: ({ who, detail }) =>
    `${who} asked the ${detail === 'caregiver' ? 'caregiver' : 'family'} a question`,
  answered: ({ who }) => `${who} answered`,
  escalated: ({ who }) => `Escalated by ${who}`,
  rejected: ({ who }) => `Rejected by ${who}`,
  closed: ({ who }) => `Closed by ${who}`,
  refund_requested: ({ amount_usd: usd }) => `Refund of ${money(usd)} requested`,
  refund_sent: ({ amount_usd: usd }) => `Refund of ${money(usd)} sent`,
  refund_taken_back: ({ amount_usd: usd }) =>
    `The family’s bank gave ${money(usd)} of the refund back itself`,
}

/** When a step of a dispute was taken, and what it was, in one line. */
function toDisputeStep(step: DisputeStep): { at: string; text: string } {
  return { at: step.at, text: descriptions[step.event]({ ...step, who: step.by?.name ?? 'Tendwell' }) }
}
