/** A mobile with a star, a moon and a bird. */
export function HangingMobile() {
  return (
    <g>
      <g className="stroke-ink-soft" strokeWidth="2" strokeLinecap="round">
        <path d="M280 60v92M212 176v42M280 152v92M348 176v32" />
      </g>
      <path d="M206 180c40-38 108-38 148 0" className="stroke-gold" strokeWidth="5" strokeLinecap="round" />
      <circle cx="280" cy="150" r="7" className="fill-gold" />
      <path
        d="m212 220 5.600 11.700 12.900 1.700-9.400 8.900 2.300 12.800-11.400-6.200-11.400 6.200 2.300-12.800-9.400-8.900 12.900-1.700Z"
        className="fill-scene-linen stroke-scene-thread"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M288 246a24 24 0 1 0 14 41 19 19 0 1 1-14-41Z"
        className="fill-scene-linen stroke-scene-thread"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M322 226c8-10 20-14 32-10l12-4-5 10c-2 14-14 22-28 20 5-3 8-7 9-11-8 1-15-1-20-5Z"
        className="fill-scene-linen stroke-scene-thread"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </g>
  )
}

/** A floor lamp that is on. */
export function StandingLamp() {
  return (
    <g>
      <circle cx="494" cy="348" r="66" className="fill-gold-soft" opacity="0.75" />
      <path d="M494 352v216" className="stroke-ink-soft" strokeWidth="4" />
      <path d="M466 570c0-8 12-12 28-12s28 4 28 12v4h-56Z" className="fill-ink-soft" />
      <path
        d="M456 356l18-54h40l18 54Z"
        className="fill-scene-linen stroke-scene-thread"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M464 340h60" className="stroke-gold-thread" strokeWidth="1.5" />
      <path d="M512 356v22" className="stroke-gold" strokeWidth="2" strokeLinecap="round" />
      <circle cx="512" cy="381" r="3" className="fill-gold" />
    </g>
  )
}
