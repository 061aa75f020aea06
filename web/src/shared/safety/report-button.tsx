import { Flag } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { LazyReportFlow } from './lazy-dialogs.ts'
import type { ReportTarget } from './report-dialog.tsx'

interface ReportButtonProps {
  target: ReportTarget
  /** Whose it is. */
  name: string
  /** What the button says: 'Report Nora'. */
  children: string
  /** After the person was blocked as well, if their page is gone then. */
  onBlocked?: () => void
  /** For screen readers, if the text alone says too little. */
  'aria-label'?: string
}

/** A quiet button that opens the report dialog. */
export function ReportButton({ target, name, children, onBlocked, ...props }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={<Flag className="size-4" />}
        onPress={() => setOpen(true)}
        {...props}
      >
        {children}
      </Button>
      {isOpen && (
        <LazyReportFlow target={target} name={name} onClose={() => setOpen(false)} onBlocked={onBlocked} />
      )}
    </>
  )
}
