import { toastFor } from '../../lib/toast.ts'

/** All messages on disputes stay for 3 s. @see docs/rules/README.md#screens */
export const disputeToast = toastFor(3000)
