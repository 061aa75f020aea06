// The headless part of react-hot-toast, because toasts are styled with the tokens, without an injected style
// element.
import { toast } from 'react-hot-toast/headless'

export { toast }

/** For a form that shows what went wrong without a toast. */
export const successToast = { success: toast.success, error: () => undefined }

const disputeOptions = { duration: 3000 }

/** All messages on disputes stay for 3 s. @see docs/rules/README.md#screens */
export const disputeToast = {
  success: (message: string) => toast.success(message, disputeOptions),
  error: (message: string) => toast.error(message, disputeOptions),
}
