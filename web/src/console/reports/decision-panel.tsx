import { describeMeasures, type ReportDecision, type ReportRecord } from '@tendwell/contract/console/reports'
import { CircleX, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatInstant } from '../../lib/format/format.ts'
import { useAction } from '../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { shownLabels } from '../common/reports/report-text.ts'
import { useShowReportedMutation } from '../common/reports/reports-api.ts'
import { ActDialog } from './act-dialog.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'

/** What was decided, or the actions that a moderator can take. @see docs/rules/safety.md#decisions */
export function DecisionPanel({ report }: { report: ReportRecord }) {
  const [open, setOpen] = useState<'act' | 'dismiss' | 'show' | null>(null)
  const onClose = () => setOpen(null)
  const { decision, is_hidden: isHidden } = report
  return (
    <Panel
      title="Decision"
      lead={decision ? undefined : 'Everyone who reported this gets a note on the outcome, without details.'}
    >
      {decision ? (
        <Decided decision={decision} />
      ) : (
        <div className="flex flex-col gap-3">
          <Button block icon={<ShieldAlert className="size-4" />} onPress={() => setOpen('act')}>
            Take action
          </Button>
          <Button
            block
            variant="secondary"
            icon={<CircleX className="size-4" />}
            onPress={() => setOpen('dismiss')}
          >
            Dismiss
          </Button>
        </div>
      )}
      {isHidden && decision && report.kind !== 'booking' && (
        <Button variant="secondary" block className="mt-5" onPress={() => setOpen('show')}>
          {`Show ${shownLabels[report.kind]} again`}
        </Button>
      )}
      <ActDialog report={report} isOpen={open === 'act'} onClose={onClose} />
      <DismissDialog report={report} isOpen={open === 'dismiss'} onClose={onClose} />
      {open === 'show' && report.kind !== 'booking' && (
        <ShowDialog id={report.id} shown={shownLabels[report.kind]} onClose={onClose} />
      )}
    </Panel>
  )
}

function Decided({ decision }: { decision: ReportDecision }) {
  const {
    measures,
    message,
    suspended_until: until,
    note,
    at,
    by,
    reports,
    shown_again: shown,
    lifted,
  } = decision
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Decision', value: describeMeasures(measures, shown !== null) },
          ...(until ? [{ term: 'Suspended until', value: formatDay(until) }] : []),
          ...(lifted ? [{ term: 'Lifted', value: <ByStaff done={lifted} /> }] : []),
          { term: 'Decided', value: formatInstant(at) },
          { term: 'By', value: <PersonLink person={by} /> },
          ...(shown ? [{ term: 'Shown again', value: <ByStaff done={shown} /> }] : []),
          ...(reports.length > 1
            ? [{ term: 'Reports', value: reports.map((id) => `#${id}`).join(', ') }]
            : []),
        ]}
      />
      {message && <Text title="Message to them">{message}</Text>}
      {note && <Text title="Note">{note}</Text>}
    </>
  )
}

function ByStaff({ done: { at, by } }: { done: NonNullable<ReportDecision['shown_again']> }) {
  return (
    <>
      by <PersonLink person={by} /> on {formatInstant(at)}
    </>
  )
}

function Text({ title, children }: { title: string; children: string }) {
  return (
    <div className="mt-5 border-t border-line pt-5">
      <h3 className="font-sans text-13 font-medium tracking-normal text-ink-soft">{title}</h3>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{children}</p>
    </div>
  )
}

/** @param props.shown what is shown again, as a part of a sentence */
function ShowDialog({ id, shown, onClose }: { id: number; shown: string; onClose: () => void }) {
  const [show] = useShowReportedMutation()
  const { run, isPending } = useAction({
    send: () => show(id).unwrap(),
    success: 'Shown again',
    failure: 'Failed to show it again',
    toasts: threeSecondToast,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Show ${shown} again?`}
      consequence="People see it as before. The audit log keeps both decisions."
      confirmLabel="Show again"
      pendingLabel="Saving…"
      tone="primary"
      onConfirm={() => void run(null)}
      isPending={isPending}
    />
  )
}
