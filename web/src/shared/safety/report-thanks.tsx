import type { ReportReceipt } from '@tendwell/contract/safety/reports'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface NextStep {
  hint: string
  action: ReactNode
}

/**
 * Another step after the report was sent, such as to block the person: a sentence about it and its button.
 */
export type FindNextStep = (receipt: ReportReceipt) => NextStep | null

interface ReportThanksProps {
  receipt: ReportReceipt
  next: FindNextStep | undefined
  onClose: () => void
}

/** Confirms that a report was sent. */
export function ReportThanks({ receipt, next, onClose }: ReportThanksProps) {
  const step = next?.(receipt) ?? null
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Thank you"
      lead={
        <>
          <p>We’ve received your report. We look at every one, and we’ll let you know what we decide.</p>
          {step && <p className="mt-2">{step.hint}</p>}
        </>
      }
      actions={
        <>
          {step?.action}
          <Button onPress={onClose}>Done</Button>
        </>
      }
    />
  )
}
