import { useEffect, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { readTab, writeTab } from '../../lib/tab-storage.ts'

const storageKey = 'tendwell.reset-again'
const cooldownMs = 60_000
const lookMs = 250

/** The seconds to wait before another reset link can be asked for. They go on through a reload. */
export function useCooldown() {
  const [untilMs, setUntil] = useState(() => Number(readTab(storageKey)) || 0)
  const [left, setLeft] = useState(() => secondsTo(untilMs))

  useEffect(() => {
    const look = () => setLeft(secondsTo(untilMs))
    look()
    if (secondsTo(untilMs) === 0) return
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [untilMs])

  return {
    left,
    start: () => {
      const until = now() + cooldownMs
      writeTab(storageKey, until)
      setUntil(until)
    },
  }
}

/** Never more than the cooldown, whatever the clock or the storage says. */
function secondsTo(untilMs: number): number {
  const leftMs = untilMs - now()
  return leftMs > 0 && leftMs <= cooldownMs ? Math.ceil(leftMs / 1000) : 0
}
