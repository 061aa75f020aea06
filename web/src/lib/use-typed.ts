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
  return { text, type, commit: () => commit(text) }
}
