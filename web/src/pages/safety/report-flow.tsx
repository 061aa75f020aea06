import type { ReportReceipt } from '@tendwell/contract/reports'
import { useState } from 'react'
import { BlockDialog } from '../../features/blocks/components/block-dialog.tsx'
import { ReportDialog, type ReportDialogProps } from '../../features/moderation/components/report-dialog.tsx'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'

export interface ReportFlowProps extends Omit<ReportDialogProps, 'next'> {
  /** After they were blocked. By default the dialog closes. */
  onBlocked?: (() => void) | undefined
}

/** Reports something, then offers to block its author. @see docs/rules/safety.md#reports */
export function ReportFlow({ onClose, onBlocked = onClose, ...report }: ReportFlowProps) {
  const { user } = useSession()
  const [blocked, setBlocked] = useState<ReportReceipt['blockable']>(null)
  if (blocked && user) {
    return <BlockDialog person={blocked} role={user.role} onClose={onClose} onBlocked={onBlocked} />
  }
  return (
    <ReportDialog
      {...report}
      onClose={onClose}
      next={({ blockable }) =>
        blockable && {
          hint: `If you’d rather not hear from ${blockable.full_name} again, you can block them too.`,
          action: (
            <Button variant="secondary" onPress={() => setBlocked(blockable)}>
              {`Block ${blockable.full_name}`}
            </Button>
          ),
        }
      }
    />
  )
}
