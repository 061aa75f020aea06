/**
 * The riskiest calls need a recent login. One that the server refuses for that reason asks the user to
 * confirm who they are, in one dialog for all calls, and is then repeated.
 * @see docs/rules/accounts.md#confirming-who-you-are
 */
import { type ProofMethod, REAUTHENTICATION_REQUIRED } from '@tendwell/contract/reference'
import { useSyncExternalStore } from 'react'
import { getErrorBody } from '../errors.ts'

export interface ProofRequest {
  /** How the user can confirm who they are. */
  methods: readonly ProofMethod[]
  /** Ends the request: whether they did. */
  settle: (isProven: boolean) => void
}

let request: ProofRequest | null = null
let answer: Promise<boolean> | null = null
const listeners = new Set<() => void>()

function show(next: ProofRequest | null): void {
  request = next
  for (const listener of listeners) listener()
}

/**
 * Asks the user to confirm who they are.
 * @returns whether they did; false too if the call failed for another reason
 */
export function askForProof(error: unknown): Promise<boolean> {
  const body = getErrorBody(error)
  if (body?.code !== REAUTHENTICATION_REQUIRED) return Promise.resolve(false)
  answer ??= new Promise<boolean>((settle) =>
    show({ methods: body.methods as ProofMethod[], settle }),
  ).finally(() => {
    answer = null
    show(null)
  })
  return answer
}

/** The request that the dialog shows; null without one. */
export function useProofRequest(): ProofRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => request,
    () => null,
  )
}
