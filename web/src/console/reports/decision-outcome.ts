import type { ReportRecord } from '@tendwell/contract/console/reports'
import { threeSecondToast } from '../../lib/toast.ts'

export interface DecisionDialogProps {
  report: ReportRecord
  isOpen: boolean
  onClose: () => void
}

/** What both dialogs do after a decision. After a failure they stay open, so what was typed isn't lost. */
export const getOutcome = ({ onClose }: Pick<DecisionDialogProps, 'onClose'>) => ({
  failure: 'Failed to decide on the report',
  toasts: threeSecondToast,
  onSuccess: onClose,
})

/** The error of an open dialog whose report someone else has decided on; undefined while it is open. */
export function describeDecided({ decision }: ReportRecord): string | undefined {
  return decision ? 'This report has been decided. Copy your text if you still need it.' : undefined
}
