import { useEffect, useState } from 'react'
import { now } from '../../../lib/format/clock.ts'
import { readTabItem, writeTabItem } from '../../../lib/session/tab-storage.ts'

const storageKey = 'tendwell.reset-again'
const cooldownMs = 60_000
const lookMs = 250

/** The seconds until another reset link can be requested. A reload doesn't restart them. */
export function useCooldown() {
  const [untilMs, setUntil] = useState(() => Number(readTabItem(storageKey)) || 0)
  const [left, setLeft] = useState(() => getSecondsUntil(untilMs))

  useEffect(() => {
    const look = () => setLeft(getSecondsUntil(untilMs))
    look()
    if (getSecondsUntil(untilMs) === 0) return
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [untilMs])

  return {
    left,
    start: () => {
      const until = now() + cooldownMs
      writeTabItem(storageKey, until)
      setUntil(until)
    },
  }
}

/** At most the cooldown, even if the clock or the stored time is wrong. */
function getSecondsUntil(untilMs: number): number {
  const leftMs = untilMs - now()
  return leftMs > 0 && leftMs <= cooldownMs ? Math.ceil(leftMs / 1000) : 0
}
