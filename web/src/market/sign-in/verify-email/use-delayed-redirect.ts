import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useIsLeaving } from '../../../lib/address/use-is-leaving.ts'
import { paths } from '../../../shared/routes/paths.ts'

const redirectDelayMs = 2_000

/**
 * Opens a page 2 seconds after `isDone` becomes true, home by default, unless another page is already
 * loading.
 */
export function useDelayedRedirect(isDone: boolean, to: string = paths.home): void {
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (!isDone || isLeaving) return
    const timer = setTimeout(() => navigate(to, { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [isDone, isLeaving, navigate, to])
}
