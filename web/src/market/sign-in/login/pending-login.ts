import { type SecondStepFacts, secondStepFacts } from '@tendwell/contract/sign-in/two-step'
import { useLocation } from 'react-router'
import { getErrorBody } from '../../../lib/errors.ts'

export type FirstStep = 'password' | 'google'

/** A login whose first step is done. It waits in the browser's history entry, so a reload keeps it. */
export interface PendingLogin extends Pick<SecondStepFacts, 'ticket' | 'methods'> {
  firstStep: FirstStep
  /** What was typed, for the way back. */
  email?: string
}

/** The router's state of the login page. */
export interface LoginState {
  pendingLogin?: PendingLogin
  /** Why the login starts again. */
  notice?: string
  email?: string
}

export function useLoginState(): LoginState {
  const { state } = useLocation()
  return typeof state === 'object' && state !== null ? state : {}
}

/** The facts of a refused first step that asks for a second one; null for any other failure. */
export function readSecondStep(error: unknown): SecondStepFacts | null {
  return secondStepFacts.safeParse(getErrorBody(error)).data ?? null
}
