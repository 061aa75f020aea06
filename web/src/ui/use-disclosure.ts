import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * A button that opens a panel. Escape closes it and returns the focus; so do a click outside, focus leaving it, and a
 * navigation. Hand-made because react-aria's menu would add 25 kB to the landing page.
 */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has its own key
  useEffect(() => setOpen(false), [key])

  useEffect(() => {
    if (!isOpen) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    const left = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('keydown', pressed)
    document.addEventListener('pointerdown', left)
    document.addEventListener('focusin', left)
    return () => {
      document.removeEventListener('keydown', pressed)
      document.removeEventListener('pointerdown', left)
      document.removeEventListener('focusin', left)
    }
  }, [isOpen])

  return { isOpen, toggle: () => setOpen((open) => !open), close: () => setOpen(false), root, button }
}
