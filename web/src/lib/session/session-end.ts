/** What the user notices of a session that ends by itself. @see docs/rules/accounts.md#sessions-and-tokens */
import { toast } from '../toast.ts'

let openLogin: (() => void) | null = null

/**
 * Says how to open the login with the way back to the current screen.
 * @returns takes it back
 */
export function onSessionEnd(open: () => void): () => void {
  openLogin = open
  return () => {
    openLogin = null
  }
}

/**
 * Says that the session has ended.
 * @param isSending opens the login too, on a screen that visitors may stay on; the guards of the others do it
 */
export function announceSessionEnd({ isSending }: { isSending: boolean }): void {
  toast.error('Your session has ended. Please log in again')
  if (isSending) openLogin?.()
}
