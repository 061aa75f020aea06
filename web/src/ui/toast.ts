// The headless part of react-hot-toast: the tokens style our toasts, and no style element is injected.
import { toast } from 'react-hot-toast/headless'

export { toast }

const disputeStay = { duration: 3000 }

/** All messages on disputes stay for 3 s. @see docs/rules/README.md#screens */
export const disputeToast = {
  success: (message: string) => toast.success(message, disputeStay),
  error: (message: string) => toast.error(message, disputeStay),
}
