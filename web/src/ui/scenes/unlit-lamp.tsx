/** An unlit lamp with its cord unplugged. */
export function UnlitLamp() {
  return (
    <svg viewBox="0 0 160 120" className="block w-full" aria-hidden="true" fill="none">
      <path d="M20 108h120" className="stroke-line" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M58 50 68 20h24l10 30Z"
        className="fill-sand stroke-edge"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M64 32h32" className="stroke-line" strokeWidth="2" />
      <path d="M80 50v44" className="stroke-edge" strokeWidth="3" />
      <path
        d="M64 104c0-6 7-10 16-10s16 4 16 10v4H64Z"
        className="fill-gold-soft stroke-gold"
        strokeWidth="2"
      />
      <path
        d="M96 106c14 0 14-14 24-14 8 0 8 10 14 10"
        className="stroke-edge"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path d="M134 98v8m4-7 4-1m-4 7 4 1" className="stroke-edge" strokeWidth="2" strokeLinecap="round" />
      <path d="M90 50v12" className="stroke-gold" strokeWidth="2" strokeLinecap="round" />
      <circle cx="90" cy="65" r="2.5" className="fill-gold" />
      <path d="M36 36c3-4 8-4 11 0M30 62h8" className="stroke-line" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
