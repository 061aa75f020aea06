import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { logOut, type PersonDispatch } from '../../lib/change-person.ts'
import { paths } from '../../lib/paths.ts'

const leaving = { isLoggingOut: true }

/**
 * Home first, then out: a guarded screen would otherwise ask to log in again, and one with unsaved changes may be
 * stayed on, logged in.
 */
export function useLogOut() {
  const navigate = useNavigate()
  const dispatch = useDispatch<PersonDispatch>()
  const { state } = useLocation()
  const hasLeft = state?.isLoggingOut === true

  useEffect(() => {
    if (!hasLeft) return
    dispatch(logOut())
    navigate(paths.home, { replace: true })
  }, [hasLeft, dispatch, navigate])

  return () => navigate(paths.home, { state: leaving })
}
