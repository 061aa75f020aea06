import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { type AuthDispatch, logOut } from '../../lib/session/auth-actions.ts'
import { paths } from '../../shared/routes/paths.ts'

const leaving = { isLoggingOut: true }

/**
 * Goes home before logging out: a guarded screen would otherwise redirect to the login, and a screen with
 * unsaved changes may keep the user there, logged in. After closing the account, another public screen takes
 * home's place.
 */
export function useLogOut() {
  const navigate = useNavigate()
  const dispatch = useDispatch<AuthDispatch>()
  const { pathname, state } = useLocation()
  const hasLeft = state?.isLoggingOut === true

  useEffect(() => {
    if (!hasLeft) return
    dispatch(logOut())
    navigate(pathname, { replace: true, state: { ...state, isLoggingOut: false } })
  }, [hasLeft, dispatch, navigate, pathname, state])

  return () => navigate(paths.home, { state: leaving })
}
