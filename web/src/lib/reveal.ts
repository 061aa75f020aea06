/** Scrolls to an element as far as needed and moves the focus to it, so that keyboards and screen readers follow. */
export function reveal(element: HTMLElement | null): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  // After the pressed control has taken the focus.
  requestAnimationFrame(() => {
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' })
  })
}
