import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * A button that opens a panel. Escape closes the panel and focuses the button. A click outside, moving the
 * focus out and a navigation close it too. React Aria's menu would add 25 kB to the landing page.
 */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  const [shownKey, setShownKey] = useState(key)
  // Not in an effect, which would also close a panel that was opened just before the effect runs.
  if (key !== shownKey) {
    setShownKey(key)
    setOpen(false)
  }

  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])

  return { isOpen, toggle: () => setOpen((open) => !open), close: () => setOpen(false), root, button }
}
