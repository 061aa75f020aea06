import { DOCUMENT_KINDS } from '@tendwell/contract/console/documents'
import type { AdminCaregiver } from '@tendwell/contract/console/users'
import { CircleAlert } from 'lucide-react'
import { formatDate } from '../../lib/format/format.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { FileLink } from '../../ui/file-link.tsx'
import { approvalTabs, type CaregiverTab } from '../common/decisions/approval-tabs.ts'
import { DecisionButtons } from '../common/decisions/decision-buttons.tsx'
import type { ReviewedRows } from '../common/decisions/reviewed-rows.ts'
import { type Decision, useDecision } from '../common/decisions/use-decision.ts'
import type { RowFocus } from '../common/decisions/use-row-focus.ts'
import { isReady, listStepsLeft, readinessOf } from '../common/decisions/verify-readiness.ts'
import { PersonCell } from '../common/lists/person-cell.tsx'
import { describeExpiry, documentLabels, isExpiring, toCheckStatus } from '../common/records/documents.ts'
import { useReviewLink } from './use-review-link.ts'
import type { RowSelection } from './use-row-selection.ts'

/**
 * What can be decided in a row. Whatever needs a look at the documents first is decided where they are shown.
 */
const rowDecisions: Record<CaregiverTab, readonly Decision[]> = {
  pending: ['verified', 'rejected', 'flagged'],
  flagged: ['verified', 'rejected'],
  verified: ['rejected', 'flagged'],
  rejected: ['flagged'],
  renewals: [],
  expiring: [],
}

interface ApprovalTableProps {
  tab: CaregiverTab
  caregivers: readonly AdminCaregiver[]
  /** Null if nothing can be decided on several at once. */
  selection: RowSelection<AdminCaregiver> | null
  reviewed: ReviewedRows<AdminCaregiver>
  /** Why a bulk decision failed, by the caregiver's id. */
  failures: ReadonlyMap<number, string>
  focus: RowFocus
  onAsk: (decision: Decision, caregiver: AdminCaregiver) => void
}

/** Caregivers with their documents, a checkbox and the decisions. */
export function ApprovalTable(props: ApprovalTableProps) {
  const { tab, caregivers, selection, failures } = props
  const columns: Column<AdminCaregiver>[] = [
    {
      id: 'caregiver',
      header: 'Caregiver',
      isTitle: true,
      cell: (caregiver) => (
        <span className="flex min-w-0 items-center gap-4">
          {selection && (
            <Checkbox
              value={selection.isSelected(caregiver)}
              onChange={(isSelected) => selection.select(caregiver, isSelected)}
              aria-label={`Select ${caregiver.full_name}`}
            />
          )}
          <span className="min-w-0">
            <PersonCell person={caregiver} />
            {tab === 'renewals' && caregiver.verification_status !== 'verified' && (
              <span className="mt-1.5 ml-15 block">
                <StatusPill status={caregiver.verification_status} />
              </span>
            )}
            {rowDecisions[tab].length > 0 && tab !== 'verified' && <StepsLeft caregiver={caregiver} />}
            {selection?.isSelected(caregiver) && <Failure text={failures.get(caregiver.id)} />}
          </span>
        </span>
      ),
    },
    tab === 'expiring' || tab === 'renewals'
      ? {
          id: 'expires',
          header: 'Document',
          cell: (caregiver) => <ListedDocuments tab={tab} caregiver={caregiver} />,
        }
      : {
          id: 'joined',
          header: 'Joined',
          cell: ({ joined }) => <span className="whitespace-nowrap">{formatDate(joined)}</span>,
        },
    {
      id: 'decision',
      header: 'Documents and decision',
      isLabelHidden: true,
      cell: (caregiver) => (
        <span className="flex flex-col gap-2 max-md:pt-1 md:items-end min-[96rem]:flex-row min-[96rem]:justify-end min-[96rem]:gap-5">
          <Documents caregiver={caregiver} />
          <Decisions {...props} caregiver={caregiver} />
        </span>
      ),
    },
  ]
  return <DataTable caption={approvalTabs[tab]} columns={columns} rows={caregivers} rowId={(row) => row.id} />
}

/** What is missing or not checked yet before they can be verified. */
function StepsLeft({ caregiver }: { caregiver: AdminCaregiver }) {
  const steps = listStepsLeft(readinessOf(caregiver))
  if (steps.length === 0) return null
  return (
    <span className="mt-1 ml-15 block max-w-96 text-13 font-normal text-ink-soft">{steps.join(' ')}</span>
  )
}

function Failure({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <span className="mt-1 flex max-w-80 items-start gap-1.5 text-13 font-medium text-clay">
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      {text}
    </span>
  )
}

function Documents({ caregiver }: { caregiver: AdminCaregiver }) {
  const { full_name: name, id_front: front, id_back: back, certificate } = caregiver
  return (
    <span className="flex flex-wrap gap-2 md:flex-nowrap">
      <FileLink address={front} label="ID Front" of={name} />
      <FileLink address={back} label="ID Back" of={name} />
      <FileLink address={certificate} label="Certs" of={name} />
    </span>
  )
}

interface ListedDocumentsProps {
  tab: CaregiverTab
  caregiver: AdminCaregiver
}

/** The documents that a caregiver is listed for, with their days. */
function ListedDocuments({ tab, caregiver }: ListedDocumentsProps) {
  return (
    <span className="flex flex-col gap-2">
      {findListed(tab, caregiver).map((kind) => {
        const check = caregiver.document_checks[kind]
        return (
          <span key={kind}>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {documentLabels[kind]}
              <StatusPill status={toCheckStatus(check)} />
              {tab === 'expiring' && caregiver.renewals.includes(kind) && (
                <StatusPill status="document_renewed" />
              )}
            </span>
            <span className="block text-13 text-ink-soft">{describeExpiry(check)}</span>
          </span>
        )
      })}
    </span>
  )
}

/** The documents with a renewal or to check again, or those that have expired or expire soon. */
function findListed(tab: CaregiverTab, { document_checks: checks, renewals }: AdminCaregiver) {
  if (tab === 'renewals') {
    return DOCUMENT_KINDS.filter((kind) => renewals.includes(kind) || checks[kind]?.is_outdated)
  }
  return tab === 'expiring' ? DOCUMENT_KINDS.filter((kind) => isExpiring(checks[kind])) : []
}

interface DecisionsProps extends Pick<ApprovalTableProps, 'tab' | 'reviewed' | 'focus' | 'onAsk'> {
  caregiver: AdminCaregiver
}

function Decisions({ tab, caregiver, reviewed, focus, onAsk }: DecisionsProps) {
  const send = useDecision(caregiver, reviewed, focus)
  const linkTo = useReviewLink()
  const verb = tab === 'rejected' ? 'Reconsider' : 'Review'
  // Verify follows the opening and marking of each document.
  const can = rowDecisions[tab].filter((decision) => decision !== 'verified' || isReady(caregiver))
  const isNext = !can.includes('verified') && tab !== 'verified'
  return (
    <span className="flex flex-wrap gap-2 md:flex-nowrap">
      <ButtonLink
        to={linkTo(caregiver.id, tab, findListed(tab, caregiver)[0])}
        variant={isNext ? 'primary' : 'secondary'}
        size="small"
        aria-label={`${verb} ${caregiver.full_name}`}
      >
        {verb}
      </ButtonLink>
      {can.length > 0 && (
        <DecisionButtons
          name={caregiver.full_name}
          send={send}
          onAsk={(decision) => onAsk(decision, caregiver)}
          can={can}
          rejectLabel={tab === 'verified' ? 'Revoke' : 'Reject'}
        />
      )}
    </span>
  )
}
