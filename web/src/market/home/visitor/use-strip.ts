import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type UIEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useMedia } from '../../../lib/browser/use-media.ts'

/**
 * In px: the arrows' step, and the longest drag that still counts as a click.
 * @see docs/rules/README.md#screens
 */
const STEP = 320
const CLICK_MAXIMUM = 5

/**
 * A strip that scrolls sideways by its arrows, by mouse drag (touch scrolls natively) and by the arrow keys,
 * which move from card to card. A click that ends a drag opens nothing.
 * @param cards how many cards there are; a change checks the ends again
 */
export function useStrip(cards: number) {
  const strip = useRef<HTMLUListElement>(null)
  const wasDragged = useRef(false)
  /** Where an arrow is scrolling to, while it scrolls. */
  const target = useRef<number>(undefined)
  const [isDragging, setDragging] = useState(false)
  const isCalm = useMedia('reducedMotion')
  const [ends, setEnds] = useState({ isAtStart: true, isAtEnd: false })

  const checkEnds = () => {
    if (!strip.current) return
    const { scrollLeft, clientWidth, scrollWidth } = strip.current
    const isAtStart = scrollLeft < 1
    const isAtEnd = scrollLeft + clientWidth > scrollWidth - 1
    setEnds((old) => (old.isAtStart === isAtStart && old.isAtEnd === isAtEnd ? old : { isAtStart, isAtEnd }))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the ends depend on the cards
  useEffect(() => {
    if (!strip.current) return
    checkEnds()
    const observer = new ResizeObserver(checkEnds)
    observer.observe(strip.current)
    return () => observer.disconnect()
  }, [cards])

  const scroll = (direction: 1 | -1) => {
    const { current } = strip
    if (!current) return
    // A step continues from the target of the last one, not from the current position.
    const left = (target.current ?? current.scrollLeft) + direction * STEP
    target.current = Math.max(0, Math.min(left, current.scrollWidth - current.clientWidth))
    current.scrollTo({ left: target.current, behavior: isCalm ? 'instant' : 'smooth' })
  }
  const clearTarget = () => {
    target.current = undefined
  }
  const onScroll = ({ currentTarget }: UIEvent) => {
    if (Math.abs(currentTarget.scrollLeft - (target.current ?? Number.NaN)) < 1) clearTarget()
    checkEnds()
  }

  const onPointerDown = ({ pointerType, button, clientX: from }: PointerEvent) => {
    const { current } = strip
    clearTarget()
    if (pointerType !== 'mouse' || button !== 0 || !current) return
    const scrolled = current.scrollLeft
    const move = ({ clientX }: globalThis.PointerEvent) => {
      if (Math.abs(clientX - from) > CLICK_MAXIMUM) {
        wasDragged.current = true
        setDragging(true)
      }
      if (wasDragged.current) current.scrollLeft = scrolled + from - clientX
    }
    const listening = new AbortController()
    const end = () => {
      listening.abort()
      setDragging(false)
      // The click of this press, if any, comes right after.
      setTimeout(() => {
        wasDragged.current = false
      })
    }
    window.addEventListener('pointermove', move, { signal: listening.signal })
    window.addEventListener('pointerup', end, { signal: listening.signal })
    window.addEventListener('pointercancel', end, { signal: listening.signal })
  }

  const onClickCapture = (event: MouseEvent) => {
    if (!wasDragged.current) return
    event.preventDefault()
    event.stopPropagation()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(strip.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[event.key]
    if (at < 0 || next === undefined) return
    event.preventDefault()
    clearTarget()
    links[next]?.focus()
  }

  const stripProps = {
    ref: strip,
    onScroll,
    onWheel: clearTarget,
    onPointerDown,
    onClickCapture,
    onKeyDown,
    // Otherwise the browser would drag the link or picture.
    onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
  }
  return { stripProps, scroll, isDragging, ...ends }
}
