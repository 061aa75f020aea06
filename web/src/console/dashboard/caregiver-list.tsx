import type { AdminCaregiver } from '@tendwell/contract/console/users'
import { useRef, useState } from 'react'
import type { PagedQuery } from '../../lib/address/use-paged-query.ts'
import { ListBody } from '../../ui/list-panel.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { approvalTabs, type CaregiverTab } from '../common/decisions/approval-tabs.ts'
import { DecisionDialog } from '../common/decisions/decision-dialog.tsx'
import type { ReviewedRows } from '../common/decisions/reviewed-rows.ts'
import { bulkTexts, type Decision, useBulkDecision, useDecision } from '../common/decisions/use-decision.ts'
import { type RowFocus, useRowFocus } from '../common/decisions/use-row-focus.ts'
import { isReady } from '../common/decisions/verify-readiness.ts'
import { ApprovalTable } from './approval-table.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { Filters } from './dashboard-filters.tsx'
import { NoCaregivers } from './no-caregivers.tsx'
import { useRowSelection } from './use-row-selection.ts'

/** What can be decided on the selected caregivers of a tab. */
const bulkDecisions: Record<CaregiverTab, readonly Decision[]> = {
  pending: ['verified', 'rejected', 'flagged'],
  flagged: ['verified', 'rejected'],
  verified: ['rejected', 'flagged'],
  rejected: ['verified', 'flagged'],
  renewals: [],
  expiring: ['flagged'],
}

const noFailures: ReadonlyMap<number, string> = new Map()

interface CaregiverListProps {
  tab: CaregiverTab
  list: PagedQuery<AdminCaregiver>
  filters: Filters
  reviewed: ReviewedRows<AdminCaregiver>
}

/** A tab of Caregiver Approval: its caregivers, with decisions on each and on those selected. */
export function CaregiverList({ tab, list, filters, reviewed }: CaregiverListProps) {
  const [asked, setAsked] = useState<{ decision: Decision; caregiver: AdminCaregiver | null } | null>(null)
  const [failures, setFailures] = useState(noFailures)
  const selection = useRowSelection(list.rows ?? [])
  const top = useRef<HTMLDivElement>(null)
  const focus = useRowFocus(top, list.rows)
  const label = approvalTabs[tab]
  const hasBulk = bulkDecisions[tab].length > 0
  const isVerified = tab === 'verified' || tab === 'expiring' || tab === 'renewals'
  const shared = { isRevocation: isVerified, reviewed, focus, onClose: () => setAsked(null) }
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <ListBody
        label={label}
        list={list}
        failure="Failed to load caregivers"
        empty={<NoCaregivers tab={tab} list={list} filters={filters} />}
        skeleton={<ApprovalSkeleton />}
      >
        {(rows) => (
          <>
            {hasBulk && (
              <BulkBar
                rows={rows}
                selection={selection}
                can={bulkDecisions[tab]}
                rejectLabel={isVerified ? 'Revoke' : 'Reject'}
                onAsk={(decision) => setAsked({ decision, caregiver: null })}
              />
            )}
            <ApprovalTable
              tab={tab}
              caregivers={rows}
              selection={hasBulk ? selection : null}
              reviewed={reviewed}
              failures={failures}
              focus={focus}
              onAsk={(decision, caregiver) => setAsked({ decision, caregiver })}
            />
          </>
        )}
      </ListBody>
      {asked?.caregiver && <OneDialog {...shared} decision={asked.decision} caregiver={asked.caregiver} />}
      {asked && !asked.caregiver && (
        <BulkDialog
          {...shared}
          decision={asked.decision}
          selected={selection.selected}
          onFailures={setFailures}
        />
      )}
    </div>
  )
}

interface DialogProps {
  decision: Decision
  isRevocation: boolean
  reviewed: ReviewedRows<AdminCaregiver>
  focus: RowFocus
  onClose: () => void
}

interface OneDialogProps extends DialogProps {
  caregiver: AdminCaregiver
}

function OneDialog({ caregiver, reviewed, focus, ...dialog }: OneDialogProps) {
  const send = useDecision(caregiver, reviewed, focus)
  return <DecisionDialog {...dialog} caregivers={[caregiver]} send={send} />
}

interface BulkDialogProps extends DialogProps {
  selected: readonly AdminCaregiver[]
  onFailures: (failures: ReadonlyMap<number, string>) => void
}

function BulkDialog({ selected, reviewed, focus, onFailures, ...dialog }: BulkDialogProps) {
  // Those who were selected when it opened, also while the lists reload.
  const [chosen] = useState(selected)
  const canDecide = (row: AdminCaregiver) => dialog.decision !== 'verified' || isReady(row)
  const caregivers = chosen.filter(canDecide)
  const send = useBulkDecision(caregivers, reviewed, focus, onFailures)
  return (
    <DecisionDialog
      {...dialog}
      caregivers={caregivers}
      leftOut={chosen.filter((row) => !canDecide(row))}
      initial={bulkTexts(dialog.decision)}
      send={send}
      closesOnFailure
    />
  )
}

/** Rows with a checkbox, a person, a day and buttons, below the line that selects all. */
function ApprovalSkeleton() {
  return (
    <Loading>
      <span className="mb-2 flex min-h-12 items-center justify-between gap-6 border-b border-line pb-3">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-9 w-72 max-sm:hidden" />
      </span>
      <span className="flex flex-col divide-y divide-line">
        {['first', 'second', 'third', 'fourth'].map((row) => (
          <span key={row} className="flex items-center gap-4 py-4 max-md:flex-wrap">
            <Skeleton className="size-5.5 shrink-0" />
            <Skeleton className="size-12 shrink-0 rounded-full" />
            <span className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-36" />
              <Skeleton className="h-3.5 w-48" />
            </span>
            <Skeleton className="h-4 w-24 max-md:hidden" />
            <span className="flex w-full max-w-80 flex-col items-end gap-2 max-md:max-w-none max-md:items-start">
              <Skeleton className="h-9 w-64" />
              <Skeleton className="h-9 w-72" />
            </span>
          </span>
        ))}
      </span>
    </Loading>
  )
}
