import { useEffect } from 'react'
import { now } from '../../lib/format/clock.ts'

const MARGIN_MS = 60_000

/** Asks for new links a minute before the first of these ends. */
export function useFreshLinks(urls: readonly (string | null)[], renew: () => unknown): void {
  const ends = urls.map((url) => Number(new URLSearchParams(url?.split('?')[1]).get('expires')) * 1_000)
  const first = Math.min(...ends.filter((end) => end > 0))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the links counts
  useEffect(() => {
    if (!Number.isFinite(first)) return
    const timer = setTimeout(renew, Math.max(0, first - now() - MARGIN_MS))
    return () => clearTimeout(timer)
  }, [first])
}
