import { useCallback, useSyncExternalStore } from 'react'

const queries = {
  /** Below Tailwind's `sm:` breakpoint. */
  smallPhone: '(width < 40rem)',
  /** Below Tailwind's `md:` breakpoint. */
  phone: '(width < 48rem)',
  /** Room for a side column: Tailwind's `lg:` breakpoint. */
  desktop: '(min-width: 64rem)',
  dark: '(prefers-color-scheme: dark)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
} as const

type MediaName = keyof typeof queries

/** Whether a media query matches now, for event handlers. */
export const matchesMedia = (name: MediaName): boolean => window.matchMedia(queries[name]).matches

/** Whether a media query matches, kept up to date; false while a server-rendered page is hydrated. */
export function useMedia(name: MediaName): boolean {
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
    () => matchesMedia(name),
    () => false,
  )
}
