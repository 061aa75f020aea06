import { type ReactNode, useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { LazyBlockDialog, LazyReportFlow, LazyUnblockDialog } from './lazy-dialogs.ts'
import type { ReportTarget } from './report-dialog.tsx'

/** The other side, as the dialogs name them. */
export interface Person {
  id: number
  full_name: string
}

/** Opens the dialogs to report, block and unblock a person. The caller renders `dialogs`. */
export function useSafetyDialogs(person: Person) {
  const { user } = useSession()
  const [dialog, setDialog] = useState<'block' | 'unblock' | ReportTarget | null>(null)
  const onClose = () => setDialog(null)
  let dialogs: ReactNode = null
  if (user && dialog !== null) {
    dialogs =
      dialog === 'block' ? (
        <LazyBlockDialog person={person} role={user.role} onClose={onClose} />
      ) : dialog === 'unblock' ? (
        <LazyUnblockDialog person={person} onClose={onClose} />
      ) : (
        <LazyReportFlow target={dialog} name={person.full_name} onClose={onClose} />
      )
  }
  return {
    block: () => setDialog('block'),
    unblock: () => setDialog('unblock'),
    report: (target: ReportTarget) => setDialog(target),
    dialogs,
  }
}
