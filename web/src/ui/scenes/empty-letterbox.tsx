/** An open, empty letterbox with its flag down. */
export function EmptyLetterbox() {
  return (
    <svg viewBox="0 0 200 160" className="block w-full" aria-hidden="true" fill="none">
      <path d="M30 150V92a70 70 0 0 1 140 0v58Z" className="fill-sage" />
      <path d="M100 112v38" className="stroke-ink-soft" strokeWidth="7" />
      <path d="M62 114V84a22 22 0 0 1 22-22h46a22 22 0 0 1 22 22v30Z" className="fill-scene-wood" />
      <path d="M62 114V84a22 22 0 0 1 44 0v30Z" className="fill-deep" />
      <path d="M70 114V86a14 14 0 0 1 28 0v28Z" className="fill-ink" opacity="0.45" />
      <path
        d="M62 114h44l-6 12H50Z"
        className="fill-scene-wood stroke-deep"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M126 90h18" className="stroke-gold-thread" strokeWidth="4" strokeLinecap="round" />
      <circle cx="126" cy="90" r="4" className="fill-gold-thread" />
      <path
        d="M112 62c-2-7 2-13 9-14 3-5 11-6 15 0l8 1-6 5c0 6-5 9-12 9Z"
        className="fill-scene-linen stroke-scene-line"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx="132" cy="50" r="1.4" className="fill-scene-line" />
      <path d="M122 62v4m5-4v4" className="stroke-gold" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M48 150c0-10-4-16-10-20m12 20c0-8 3-13 8-16M158 150c0-9 3-14 8-18"
        className="stroke-scene-wood"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
      <path d="M14 150h172" className="stroke-edge" strokeWidth="2" strokeLinecap="round" opacity="0.6" />
    </svg>
  )
}
