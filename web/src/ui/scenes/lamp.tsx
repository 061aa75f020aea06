/** A lit lamp at night beside a chair. */
export function Lamp() {
  return (
    <svg viewBox="0 0 320 320" className="block w-full" aria-hidden="true" fill="none">
      <path d="M40 300V158a120 120 0 0 1 240 0v142Z" className="fill-sage" />
      <path d="M206 74a15 15 0 1 0 12 24 12 12 0 1 1-12-24Z" className="fill-gold-thread" />
      <path
        d="M112 84v8m-4-4h8M150 62v6m-3-3h6M172 100v6m-3-3h6"
        className="stroke-gold-thread"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="118" cy="176" r="56" className="fill-gold-soft" opacity="0.8" />
      <path d="M118 186v106" className="stroke-ink-soft" strokeWidth="4" />
      <path d="M94 298c0-8 10-12 24-12s24 4 24 12Z" className="fill-ink-soft" />
      <path
        d="M84 188l16-50h36l16 50Z"
        className="fill-scene-linen stroke-scene-thread"
        strokeWidth="2.500"
        strokeLinejoin="round"
      />
      <path d="M91 172h54" className="stroke-gold-thread" strokeWidth="1.500" />
      <path d="M134 188v18" className="stroke-gold" strokeWidth="2" strokeLinecap="round" />
      <circle cx="134" cy="209" r="3" className="fill-gold" />
      <path
        d="M176 292v-74c0-20 14-34 34-34s34 14 34 34v30"
        className="fill-scene-linen stroke-scene-wood"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path
        d="M168 250c0-8 6-12 12-12s10 4 10 10v10h48v-10c0-6 4-10 10-10s12 4 12 12l-6 36h-80Z"
        className="fill-scene-wood"
      />
      <path d="M180 286v12m60-12v12" className="stroke-ink-soft" strokeWidth="5" strokeLinecap="round" />
      <path d="M192 258c6-10 30-12 44-4v8h-44Z" className="fill-scene-cloth" />
      <path d="M16 300h288" className="stroke-edge" strokeWidth="2" strokeLinecap="round" opacity="0.6" />
    </svg>
  )
}
