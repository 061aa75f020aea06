import {
  ADMIN_REPORT_REASON_LABELS,
  type ReportPerson,
  type ReportRecord,
} from '@tendwell/contract/console/reports'
import { SAFETY_CONCERN_LABELS } from '@tendwell/contract/safety/reports'
import { formatDay, formatInstant } from '../../lib/format/format.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BookingLink, PersonLink } from '../common/lists/record-links.tsx'

const roles = { caregiver: 'Caregiver', caretaker: 'Family', admin: 'Tendwell staff' }

/** Who reported whom, why and when. */
export function ReportFacts({ report }: { report: ReportRecord }) {
  const { reporter, reported, reason, text, review_of: review, created_at: at } = report
  const { concern, request_id: requestId } = report
  return (
    <Panel title="Report">
      <DescriptionList
        items={[
          { term: 'About', value: <Person person={reported} note={describeAccount(report)} /> },
          ...(review
            ? [
                { term: 'Review of', value: <Person person={review.caregiver} /> },
                {
                  term: 'Booking',
                  value: <BookingLink id={review.request_id} label={`#${review.request_id}`} />,
                },
              ]
            : []),
          {
            term: 'Reported by',
            value: reporter ? <Person person={reporter} /> : 'Tendwell (automatic)',
          },
          { term: 'Reason', value: ADMIN_REPORT_REASON_LABELS[reason] },
          ...(concern ? [{ term: 'What is wrong', value: SAFETY_CONCERN_LABELS[concern] }] : []),
          ...(requestId
            ? [{ term: 'Booking', value: <BookingLink id={requestId} label={`#${requestId}`} /> }]
            : []),
          { term: 'Reported', value: formatInstant(at) },
        ]}
      />
      {text && (
        <div className="mt-5 border-t border-line pt-5">
          <h3 className="font-sans text-13 font-medium tracking-normal text-ink-soft">In their words</h3>
          <p className="mt-1 max-w-reading whitespace-pre-wrap wrap-anywhere">{text}</p>
        </div>
      )}
    </Panel>
  )
}

function describeAccount(report: ReportRecord): string {
  const {
    reported_is_active: isActive,
    reported_is_closed: isClosed,
    reported_suspended_until: until,
  } = report
  if (isActive) return ''
  if (isClosed) return 'closed their account'
  return until ? `suspended until ${formatDay(until)}` : 'deactivated'
}

function Person({ person, note = '' }: { person: ReportPerson; note?: string }) {
  return (
    <>
      <PersonLink person={person} />
      <span className="text-13 text-ink-soft">
        {` · ${roles[person.role]}`}
        {note && ` · ${note}`}
      </span>
    </>
  )
}
