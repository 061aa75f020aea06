import type { Deps } from '../../../../deps.ts'
import { notifyStaff } from '../../delivering/delivery.ts'

/** Tells admins that stored files are no longer cleaned up, once a day. */
export function subscribeToFiles(deps: Deps): void {
  deps.jobs.subscribe('files.sweep-stopped', 'notifications', ({ day, problem }) =>
    notifyStaff(deps, 'admin', `files-sweep:${day}`, {
      type: 'file_alert',
      subject: 'Stored files need your attention',
      payload: {
        message: `${problem} Nothing was removed. The operator’s manual, under Files, says what to do.`,
      },
    }),
  )
}
