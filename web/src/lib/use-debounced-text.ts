import { useEffect, useRef, useState } from 'react'

/** Text of a field that is applied shortly after the last keystroke, and that follows changes made elsewhere. */
export function useDebouncedText(value: string, apply: (text: string) => void, delayMs = 350) {
  const [text, setText] = useState(value)
  const applied = useRef(value)
  const latestApply = useRef(apply)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  latestApply.current = apply

  useEffect(() => {
    if (value === applied.current) return
    clearTimeout(timer.current)
    applied.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const commit = (typed: string) => {
    clearTimeout(timer.current)
    if (typed.trim() === applied.current) return
    applied.current = typed.trim()
    latestApply.current(applied.current)
  }
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => commit(typed), delayMs)
  }
  /** Shows a text that the caller has applied itself, and drops what was being typed. */
  const replace = (other: string) => {
    clearTimeout(timer.current)
    applied.current = other
    setText(other)
  }
  return { text, type, commit: () => commit(text), replace }
}
