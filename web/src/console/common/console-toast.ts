import { toastFor } from '../../lib/toast.ts'

/** The console's messages stay for 3 s, as on disputes. @see docs/rules/README.md#screens */
export const consoleToast = toastFor(3000)
