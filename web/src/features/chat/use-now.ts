import { useEffect, useState } from 'react'
import { now } from '../../lib/clock.ts'

const minuteMs = 60_000

/** This instant in ms, anew each minute: for '5 minutes ago'. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
