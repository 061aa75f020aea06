import { defineNotice } from '../notices/index.ts'

export const fileNotices = [
  /** Notifies admins once a day that stored files are no longer cleaned up. */
  defineNotice('files.sweep-stopped', (_deps, { day, problem }) => [
    {
      staff: 'admin',
      cause: `files-sweep:${day}`,
      content: {
        type: 'file_alert',
        subject: 'Stored files need your attention',
        payload: {
          message: `${problem} Nothing was removed. The operator’s manual, under Files, says what to do.`,
        },
      },
    },
  ]),
]
