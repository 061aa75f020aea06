import type { ReactNode } from 'react'

/** An arch around a small still life. */
function Niche({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 200 200" className="block w-full" aria-hidden="true" fill="none">
      <path d="M34 188V100a66 66 0 0 1 132 0v88Z" className="fill-sage" />
      {children}
      <path d="M14 188h172" className="stroke-edge" strokeWidth="2" strokeLinecap="round" opacity="0.6" />
    </svg>
  )
}

/** Join: a sealed letter. */
export function SealedLetter() {
  return (
    <Niche>
      <g transform="rotate(-6 100 130)">
        <rect
          x="52"
          y="96"
          width="96"
          height="68"
          rx="6"
          className="fill-scene-linen stroke-scene-line"
          strokeWidth="2.500"
        />
        <path
          d="m53 100 47 38 47-38"
          className="stroke-scene-line"
          strokeWidth="2.500"
          strokeLinejoin="round"
        />
        <path d="m54 162 34-32m58 32-34-32" className="stroke-line" strokeWidth="2" strokeLinecap="round" />
        <circle cx="100" cy="137" r="13" className="fill-scene-thread" />
        <path
          d="M100 144v-10m0 3c0-4 2-6 6-6 0 4-2 6-6 6Zm0 4c0-3-2-5-5-5 0 3 2 5 5 5Z"
          className="stroke-scene-cloth"
          strokeWidth="1.500"
          strokeLinejoin="round"
        />
      </g>
      <path
        d="M148 188c2-30 8-52 18-70"
        className="stroke-scene-wood"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
      <path
        d="M150 166c-10-2-15-8-15-18 10 1 15 8 15 18Zm3-16c10-2 16-9 15-20-10 2-15 9-15 20Zm6-20c-6-6-6-14-1-21 7 6 7 14 1 21Z"
        className="fill-scene-wood"
      />
    </Niche>
  )
}

/** Match: two cups on a table. */
export function TwoCups() {
  return (
    <Niche>
      <path
        d="M78 106c-6-8 6-12 0-20m10 20c-6-8 6-12 0-20m26 26c-6-8 6-12 0-20m10 20c-6-8 6-12 0-20"
        className="stroke-gold"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
      <path
        d="M60 118h46v20a23 23 0 0 1-46 0Z"
        className="fill-scene-linen stroke-scene-line"
        strokeWidth="2.500"
        strokeLinejoin="round"
      />
      <path d="M60 124H50a9 9 0 0 0 0 18h11" className="stroke-ink-soft" strokeWidth="2.500" />
      <path d="M64 132h38" className="stroke-gold-thread" strokeWidth="2" />
      <path d="M104 128h42v16a21 21 0 0 1-42 0Z" className="fill-scene-wood" />
      <path d="M146 132h8a8 8 0 0 1 0 16h-9" className="stroke-scene-wood" strokeWidth="3" />
      <path d="M108 138h34" className="stroke-gold-thread" strokeWidth="2" />
      <path d="M48 168h104" className="stroke-ink-soft" strokeWidth="4" strokeLinecap="round" />
      <path d="M100 170v18m-18 0h36" className="stroke-ink-soft" strokeWidth="4" strokeLinecap="round" />
    </Niche>
  )
}

/** Book & Pay: a marked calendar day and a key. */
export function MarkedDay() {
  return (
    <Niche>
      <rect
        x="58"
        y="84"
        width="84"
        height="88"
        rx="8"
        className="fill-scene-linen stroke-scene-line"
        strokeWidth="2.500"
      />
      <path d="M58 92a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v14H58Z" className="fill-scene-wood" />
      <path d="M76 78v14m48-14v14" className="stroke-scene-line" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M74 122h.1m17 0h.1m17 0h.1m17 0h.1M74 140h.1m17 0h.1M74 158h.1m17 0h.1m17 0h.1"
        className="stroke-edge"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <circle cx="116" cy="142" r="15" className="fill-scene-cloth stroke-scene-thread" strokeWidth="2.500" />
      <path
        d="m109 142 5 5 9-10"
        className="stroke-scene-thread"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="140" cy="180" r="9" className="stroke-gold" strokeWidth="4" />
      <path d="M149 181h26m-6 0v7m-8-7v5" className="stroke-gold" strokeWidth="4" strokeLinecap="round" />
    </Niche>
  )
}
