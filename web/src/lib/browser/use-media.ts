import { useCallback, useSyncExternalStore } from 'react'

const queries = {
  /** Below Tailwind's `md:` breakpoint. */
  phone: '(width < 48rem)',
  /** Room for a side column: Tailwind's `lg:` breakpoint. */
  desktop: '(min-width: 64rem)',
  dark: '(prefers-color-scheme: dark)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
} as const

/** Whether a media query matches now; false while a server-rendered page is hydrated. */
export function useMedia(name: keyof typeof queries): boolean {
  const query = queries[name]
  const watch = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(query).matches,
    () => false,
  )
}
