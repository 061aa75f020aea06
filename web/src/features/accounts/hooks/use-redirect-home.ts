import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/paths.ts'

const redirectDelayMs = 2_000

/** Goes home 2 seconds after `isDone` becomes true. */
export function useRedirectHome(isDone: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => navigate(paths.home, { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
}
