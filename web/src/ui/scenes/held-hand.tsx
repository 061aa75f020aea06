/** A child's hand that holds an adult's finger. */
export function HeldHand() {
  return (
    <svg viewBox="0 0 480 320" className="block w-full" aria-hidden="true" fill="none">
      <path d="M60 300V190a180 180 0 0 1 360 0v110Z" className="fill-sage" />
      <GrownHand />
      <SmallHand />
      <path d="M24 302h432" className="stroke-edge" strokeWidth="2" strokeLinecap="round" opacity="0.6" />
      <g className="stroke-gold-thread" strokeWidth="2" strokeLinecap="round">
        <path d="M196 70v14m-7-7h14M300 58v10m-5-5h10M244 38v8m-4-4h8" />
      </g>
    </svg>
  )
}

function GrownHand() {
  return (
    <g>
      <path d="M388 302c6-52 2-90-22-118l78-22c24 32 32 84 28 140Z" className="fill-scene-wood" />
      <path
        d="M372 196c26-14 52-22 80-26"
        className="stroke-gold-thread"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M452 166c-30-40-72-58-118-54-20 2-34 12-46 22l-118 22c-12 3-17 12-15 21s11 15 23 13l104-14c-6 10-10 20-6 28-6 8-6 20 2 26-2 10 2 20 14 22 4 12 18 16 32 12 26-8 44-30 56-62Z"
        className="fill-scene-skin-warm stroke-scene-line"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path
        d="M276 204c14 4 30 2 44-6M278 230c14 4 30 2 42-6M292 252c12 3 24 1 34-6M282 176c12-4 22-10 30-20M166 164c6-1 11 2 12 8"
        className="stroke-scene-line"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </g>
  )
}

function SmallHand() {
  return (
    <g>
      <path d="M66 262c24-26 48-44 78-52l34 44c-28 10-54 26-76 46H84Z" className="fill-scene-skin" />
      <path
        d="M66 262c24-26 46-42 74-50M178 254c-28 10-54 26-76 46"
        className="stroke-scene-line"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M140 214c-4-22 2-42 20-54 6-12 22-14 28-4 8-8 22-6 24 6 10-4 20 2 20 14 10 0 16 10 12 20 4 24-12 46-36 52-16 4-28 2-38 0Z"
        className="fill-scene-skin"
      />
      <path
        d="M140 214c-4-22 2-42 20-54 6-12 22-14 28-4 8-8 22-6 24 6 10-4 20 2 20 14 10 0 16 10 12 20 4 24-12 46-36 52-10 2-22 4-30 6"
        className="stroke-scene-line"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M188 156c6 12 6 26 0 38M212 162c5 11 5 24-1 34M232 176c3 9 2 18-3 26M158 206c10-8 22-10 32-6"
        className="stroke-scene-line"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M44 286c8-16 18-28 32-38l38 46-4 8H44Z"
        className="fill-scene-linen stroke-scene-line"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path d="M66 258l36 44" className="stroke-gold-thread" strokeWidth="3" strokeLinecap="round" />
    </g>
  )
}
