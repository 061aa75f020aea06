import { disputeToast } from '../../ui/toast.ts'

/** The console's messages stay as long as those on disputes: 3 s (admin specification §9). */
export const consoleToast = disputeToast
