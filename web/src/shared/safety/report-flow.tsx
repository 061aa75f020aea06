import type { ReportReceipt } from '@tendwell/contract/safety/reports'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { ReportDialog, type ReportDialogProps } from './report-dialog.tsx'
import type { FindNextStep } from './report-thanks.tsx'
import { SafetyReportDialog, type SafetyReportDialogProps } from './safety-report-dialog.tsx'

export interface ReportFlowProps extends Omit<ReportDialogProps, 'next'> {
  /** After they were blocked. By default the dialog closes. */
  onBlocked?: (() => void) | undefined
}

/** Reports something, then offers to block its author. @see docs/rules/safety.md#reports */
export function ReportFlow({ onBlocked, ...report }: ReportFlowProps) {
  return (
    <WithBlock onClose={report.onClose} onBlocked={onBlocked}>
      {(next) => <ReportDialog {...report} next={next} />}
    </WithBlock>
  )
}

/** Reports that something is wrong about a booking, then offers to block the other person. */
export function SafetyReportFlow(report: Omit<SafetyReportDialogProps, 'next'>) {
  return (
    <WithBlock onClose={report.onClose}>{(next) => <SafetyReportDialog {...report} next={next} />}</WithBlock>
  )
}

interface WithBlockProps extends Pick<ReportFlowProps, 'onClose' | 'onBlocked'> {
  /** The report's dialog. */
  children: (next: FindNextStep) => ReactNode
}

function WithBlock({ onClose, onBlocked = onClose, children }: WithBlockProps) {
  const { user } = useSession()
  const [blocked, setBlocked] = useState<ReportReceipt['blockable']>(null)
  if (blocked && user) {
    return <BlockDialog person={blocked} role={user.role} onClose={onClose} onBlocked={onBlocked} />
  }
  return children(
    ({ blockable }) =>
      blockable && {
        hint: `If you’d rather not hear from ${blockable.full_name} again, you can block them too.`,
        action: (
          <Button variant="secondary" onPress={() => setBlocked(blockable)}>
            {`Block ${blockable.full_name}`}
          </Button>
        ),
      },
  )
}
