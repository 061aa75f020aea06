import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/paths.ts'

const redirectDelayMs = 2_000

/** Opens a page 2 seconds after `isDone` becomes true; home by default. */
export function useDelayedRedirect(isDone: boolean, to: string = paths.home): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => navigate(to, { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [isDone, navigate, to])
}
