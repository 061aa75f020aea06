import { useEffect, useState } from 'react'
import { now } from '../../../lib/format/clock.ts'

const minuteMs = 60_000

/** The current time in ms, updated every minute. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
