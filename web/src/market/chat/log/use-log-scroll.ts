import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Scrolled this close to the newest message counts as being at the end. */
const endThresholdPx = 64
/** Scrolled this close to the oldest message loads older ones. */
const loadOlderThresholdPx = 320

interface LogScrollOptions {
  /** The first message's sequence. It changes when older messages are added. */
  first: number
  /** The last item's key. */
  last: string
  /** Your own last item scrolls into view, wherever you are. */
  isLastOwn: boolean
  canLoadOlder: boolean
  onLoadOlder: () => void
}

/** Keeps the log at its end while you are there, and in place while older messages are added above. */
export function useLogScroll({ first, last, isLastOwn, canLoadOlder, onLoadOlder }: LogScrollOptions) {
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const position = useRef({ isAtEnd: true, fromEnd: 0, first, last })

  function onScroll() {
    const element = log.current
    if (!element) return
    const fromEnd = element.scrollHeight - element.scrollTop
    position.current.fromEnd = fromEnd
    position.current.isAtEnd = fromEnd - element.clientHeight < endThresholdPx
    setAtEnd(position.current.isAtEnd)
    if (canLoadOlder && element.scrollTop < loadOlderThresholdPx) onLoadOlder()
  }

  function scrollToEnd(behavior: ScrollBehavior = 'auto') {
    log.current?.scrollTo({ top: log.current.scrollHeight, behavior })
  }

  // In a layout effect, so that nothing jumps visibly.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions read the current DOM
  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    const before = position.current
    const hasNewLast = before.last !== last
    if (before.isAtEnd || (hasNewLast && isLastOwn)) scrollToEnd()
    else if (before.first !== first) element.scrollTop = element.scrollHeight - before.fromEnd
    position.current = { ...before, first, last }
    onScroll()
  }, [first, last, isLastOwn, canLoadOlder])

  // The log also resizes with the keyboard, the window and the composer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const element = log.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (position.current.isAtEnd) scrollToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return { log, isAtEnd, onScroll, scrollToEnd }
}
