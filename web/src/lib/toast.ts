// The headless part of react-hot-toast, because toasts are styled with the tokens, without an injected style
// element. ui/toaster.tsx shows them.
import { toast } from 'react-hot-toast/headless'

export { toast }

/** For a form that shows what went wrong without a toast. */
export const successToast = { success: toast.success, error: () => undefined }

const duration = 3_000

/** Good and bad news on disputes and in the console. @see docs/rules/README.md#screens */
export const threeSecondToast = {
  success: (message: string) => toast.success(message, { duration }),
  error: (message: string) => toast.error(message, { duration }),
}
