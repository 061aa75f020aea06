import { useEffect, useRef, useState } from 'react'

/** Text that is taken over a moment after the last letter, and follows when it is changed from elsewhere. */
export function useTyped(value: string, take: (text: string) => void, delayMs = 350) {
  const [text, setText] = useState(value)
  const taken = useRef(value)
  const latestTake = useRef(take)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  latestTake.current = take

  useEffect(() => {
    if (value === taken.current) return
    clearTimeout(timer.current)
    taken.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const commit = (typed: string) => {
    clearTimeout(timer.current)
    if (typed.trim() === taken.current) return
    taken.current = typed.trim()
    latestTake.current(taken.current)
  }
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => commit(typed), delayMs)
  }
  /** Puts in another text that its caller takes over itself; what was being typed is never taken over any more. */
  const replace = (other: string) => {
    clearTimeout(timer.current)
    taken.current = other
    setText(other)
  }
  return { text, type, commit: () => commit(text), replace }
}
