import { PRODUCT_NAME } from '../lib/product.ts'

/** A seedling in an arched window. */
export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    // Its size also holds before the style has loaded.
    <svg viewBox="0 0 32 32" width="32" height="32" className={className} fill="none" aria-hidden="true">
      <path d="M6 28V15a10 10 0 0 1 20 0v13" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      <path d="M3 28h26" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      <path d="M16 28V16" className="stroke-gold-thread" strokeWidth="1.75" strokeLinecap="round" />
      <path d="M16 17.500c0-4 2.400-6 6-6 0 4-2.400 6-6 6Z" className="fill-gold-thread" />
      <path d="M16 22c0-3.200-2-4.900-5-4.900 0 3.200 2 4.900 5 4.900Z" className="fill-gold-thread" />
    </svg>
  )
}

/** The mark and the name, in the current text color. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark />
      <span className="font-display text-21 tracking-tight">{PRODUCT_NAME}</span>
    </span>
  )
}
