import { useRef, useState } from 'react'
import { getErrorMessage, hasNoNetwork, isGivenUp, isOffline, NOTHING_SENT } from '../errors.ts'
import { toast } from '../toast.ts'
import { useIdempotencyKey } from '../transport/idempotency.ts'

export interface Action<Input, Result> {
  /**
   * Makes the call. `key` stays the same while the same input is sent again, so that it takes effect only
   * once.
   */
  send: (input: Input, key: string) => Promise<Result>
  /** The toast after success. */
  success?: string | ((result: Result) => string)
  /**
   * The toast after a failure: a text for failures without a reason from the server, or a function that
   * describes every failure. Without it `onFailure` shows the failure elsewhere.
   */
  failure?: string | ((error: unknown) => string)
  onSuccess?: (result: Result, input: Input) => void
  /** Runs after the toast, if `toasted` has one's text. The action stays pending until it has finished. */
  onFailure?: (error: unknown, toasted?: string) => void | Promise<void>
  /** Other toasts, such as with another duration, or only after success. */
  toasts?: { success: (message: string) => unknown; error: (message: string) => unknown }
  /**
   * The data on the screen, such as the list to add to. When it has changed, the same input gets a new key.
   */
  seen?: unknown
}

/** A button's call to the server: one at a time, with a toast for its result. */
export function useAction<Input, Result>(action: Action<Input, Result>) {
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)
  const key = useIdempotencyKey()

  async function attempt(input: Input): Promise<boolean> {
    const { send, success, failure, onSuccess, onFailure, toasts = toast, seen } = action
    let result: Result
    const hadNoNetwork = hasNoNetwork()
    try {
      result = await send(input, key.current(input, seen))
    } catch (error) {
      if (isGivenUp(error)) return false
      const reason = typeof failure === 'string' ? getErrorMessage(error, failure) : failure?.(error)
      const isUnsent = hadNoNetwork && isOffline(error)
      const message = reason && isUnsent ? `${reason}. ${NOTHING_SENT}` : reason
      const isToasted = message !== undefined && toasts.error(message) !== undefined
      await onFailure?.(error, isToasted ? message : undefined)
      return false
    }
    key.renew()
    if (success) toasts.success(typeof success === 'string' ? success : success(result))
    onSuccess?.(result, input)
    return true
  }

  /** Resolves to whether the call succeeded. Does nothing while an earlier call is pending. */
  async function run(input: Input): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    setPending(true)
    try {
      return await attempt(input)
    } finally {
      isBusy.current = false
      setPending(false)
    }
  }
  return { run, isPending }
}
