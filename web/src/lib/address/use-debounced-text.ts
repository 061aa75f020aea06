import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIsLeaving } from './use-is-leaving.ts'

/**
 * The text of a field that is applied shortly after the last keystroke, and that follows changes made
 * elsewhere.
 */
export function useDebouncedText(value: string, apply: (text: string) => void, delayMs = 350) {
  const [text, setText] = useState(value)
  const applied = useRef(value)

  useEffect(() => {
    if (value === applied.current) return
    applied.current = value
    setText(value)
  }, [value])

  const commit = () => {
    if (text.trim() === applied.current) return
    applied.current = text.trim()
    apply(applied.current)
  }
  const commitLater = useEffectEvent(commit)
  const isLeaving = useIsLeaving()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text restarts the delay
  useEffect(() => {
    if (isLeaving) return
    const timer = setTimeout(() => commitLater(), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs, isLeaving])

  /** Shows a text that the caller has applied itself, and drops what was being typed. */
  const replace = (other: string) => {
    applied.current = other
    setText(other)
  }
  return { text, type: setText, commit, replace }
}
