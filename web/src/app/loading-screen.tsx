import { LogoMark } from '../ui/logo.tsx'

/** Shown while the first screen's code loads. */
export function LoadingScreen() {
  return (
    <div role="status" className="flex min-h-dvh items-center justify-center text-forest">
      <span className="sr-only">Loading…</span>
      <LogoMark className="size-14 animate-breathe" />
    </div>
  )
}
