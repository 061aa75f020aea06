import type { SessionResponse } from '@tendwell/contract/sign-in/accounts'
import type { SecondStepFacts } from '@tendwell/contract/sign-in/two-step'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { type AuthDispatch, logIn } from '../../../lib/session/auth-actions.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { getGoogleRedirect, getLoginRedirect } from './login-redirect.ts'
import { type FirstStep, type LoginState, readSecondStep } from './pending-login.ts'
import { takeReturn } from './waiting-return.ts'

/** The ends of a login's steps: a session, or the second step on the login page. */
export function useFinishLogin(firstStep: FirstStep) {
  const dispatch = useDispatch<AuthDispatch>()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  /** Logs in and leads where the user wanted to go. */
  const enter = (session: SessionResponse) => {
    dispatch(logIn(session))
    const { user } = session
    const target =
      firstStep === 'google'
        ? getGoogleRedirect(user, search)
        : getLoginRedirect(user, search, takeReturn(user.email))
    navigate(target, { replace: true })
  }
  /** Opens the second step. @param email what was typed */
  const askForSecondStep = ({ ticket, methods }: SecondStepFacts, email?: string) => {
    const state: LoginState = { pendingLogin: { ticket, methods, firstStep, ...(email && { email }) } }
    navigate({ pathname: paths.login, search }, { state, replace: pathname === paths.login })
  }
  return { enter, askForSecondStep }
}

/** Sends a first step. @returns its answer, or what its second step needs @throws any other failure */
export async function sendFirstStep<Answer>(
  call: Promise<{ data?: Answer; error?: unknown }>,
): Promise<{ answer: Answer } | { facts: SecondStepFacts }> {
  const { data, error } = await call
  if (data !== undefined) return { answer: data }
  const facts = readSecondStep(error)
  if (facts) return { facts }
  throw error
}
