// The headless part of react-hot-toast: the tokens style our toasts, and no style element is injected.
import { toast } from 'react-hot-toast/headless'

export { toast }

const disputeStay = { duration: 3000 }

/** Messages on disputes stay 3 s, whatever they say (admin specification §9). */
export const disputeToast = {
  success: (message: string) => toast.success(message, disputeStay),
  error: (message: string) => toast.error(message, disputeStay),
}
