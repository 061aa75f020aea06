import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { userStored, useSession } from '../../../lib/session/session.ts'
import { useTwoStepQuery } from '../../../shared/sign-in/two-step-api.ts'

/**
 * The user's two-step sign-in, and the recovery codes that were just made. Once it is on and the codes are
 * saved, an admin who had to set it up may use the console.
 * @see docs/rules/two-step.md
 */
export function useTwoStep() {
  const query = useTwoStepQuery()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { user } = useSession()
  const dispatch = useDispatch()
  const isSettled = query.data?.is_on === true && codes === null

  useEffect(() => {
    if (!isSettled || !user?.must_set_up_two_step) return
    const { must_set_up_two_step: _, ...settled } = user
    dispatch(userStored(settled))
  }, [isSettled, user, dispatch])

  return {
    query,
    codes,
    /** Takes the codes of an answer; null if it made none. */
    showCodes: setCodes,
    hideCodes: () => setCodes(null),
  }
}
