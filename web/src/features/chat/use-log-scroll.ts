import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near to the newest message counts as being there. */
const nearPx = 64
/** So near to the oldest one the older ones are asked for. */
const aheadPx = 320

interface LogScroll {
  /** Sequence of the first message that is shown: when it changes, older ones have come. */
  first: number
  /** Names the last thing that is shown. */
  last: string
  /** The last thing is the viewer's own: they want to see it. */
  isLastOwn: boolean
  canLoadOlder: boolean
  onOlder: () => void
}

/** Keeps a log at its newest message while it is read there, and at its place while older messages come above. */
export function useLogScroll({ first, last, isLastOwn, canLoadOlder, onOlder }: LogScroll) {
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const held = useRef({ isAtEnd: true, fromEnd: 0, first, last })

  function look() {
    const element = log.current
    if (!element) return
    const fromEnd = element.scrollHeight - element.scrollTop
    held.current.fromEnd = fromEnd
    held.current.isAtEnd = fromEnd - element.clientHeight < nearPx
    setAtEnd(held.current.isAtEnd)
    if (canLoadOlder && element.scrollTop < aheadPx) onOlder()
  }

  function toEnd(behavior: ScrollBehavior = 'auto') {
    log.current?.scrollTo({ top: log.current.scrollHeight, behavior })
  }

  // Before anything is painted, so that nothing is seen to jump.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` and `toEnd` read what is there now
  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    const before = held.current
    const hasNewLast = before.last !== last
    if (before.isAtEnd || (hasNewLast && isLastOwn)) toEnd()
    else if (before.first !== first) element.scrollTop = element.scrollHeight - before.fromEnd
    held.current = { ...before, first, last }
    look()
  }, [first, last, isLastOwn, canLoadOlder])

  // A keyboard that opens, a window that is turned, a composer that grows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const element = log.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (held.current.isAtEnd) toEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return { log, isAtEnd, look, toEnd }
}
