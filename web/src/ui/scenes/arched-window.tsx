import { useId } from 'react'
import { HangingMobile, StandingLamp } from './nursery-parts.tsx'

const slats = [183, 210, 237, 264, 291, 318, 345, 372]

/** A nursery at dawn, with an arched window, a crib under a mobile and a lit lamp. */
export function ArchedWindow() {
  const view = useId()
  return (
    <svg viewBox="0 0 560 620" className="block w-full" aria-hidden="true" fill="none">
      <path d="M82 574V258a198 198 0 0 1 396 0v316Z" className="fill-sage" />
      <clipPath id={view}>
        <path d="M134 400V254a146 146 0 0 1 292 0v146Z" />
      </clipPath>
      <g clipPath={`url(#${view})`}>
        <path d="M120 90h320v320H120Z" className="fill-scene-sky" />
        <circle cx="372" cy="318" r="70" className="fill-gold-thread" opacity="0.25" />
        <circle cx="372" cy="318" r="42" className="fill-gold-thread" />
        <path
          d="M120 344c46-46 92-58 142-26 44 28 104 10 178-34v126H120Z"
          className="fill-scene-wood"
          opacity="0.28"
        />
        <path
          d="M120 378c54-44 104-30 146-8 52 26 108 12 174-26v66H120Z"
          className="fill-scene-wood"
          opacity="0.5"
        />
        <path
          d="M176 360v-26m0 0c-10-4-14-14-10-28 12 4 16 14 10 28Zm0 8c8-2 13-9 12-20-9 2-13 9-12 20Z"
          className="fill-scene-wood stroke-scene-wood"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </g>
      <g className="stroke-scene-linen" strokeWidth="7">
        <path d="M134 402V254a146 146 0 0 1 292 0v148" />
        <path d="M280 108v294M134 254h292" strokeWidth="5" />
      </g>
      <rect x="112" y="398" width="336" height="16" rx="8" className="fill-scene-linen" />
      <HangingMobile />
      <path d="M24 576h512" className="stroke-edge" strokeWidth="2" strokeLinecap="round" opacity="0.6" />
      <ellipse cx="278" cy="592" rx="214" ry="15" className="fill-sand" />
      <ellipse
        cx="278"
        cy="592"
        rx="176"
        ry="10"
        className="stroke-gold-thread"
        strokeWidth="1.5"
        strokeDasharray="2 7"
        strokeLinecap="round"
      />
      <Crib />
      <StandingLamp />
      <PottedLeaves />
    </svg>
  )
}

/** A crib with a sleeping child. */
function Crib() {
  return (
    <g>
      <path d="M160 500c0-8 6-14 14-14h210c8 0 14 6 14 14v30H160Z" className="fill-scene-linen" />
      <circle cx="212" cy="476" r="23" className="fill-scene-skin" />
      <path
        d="M203 457c4-8 14-10 20-3-5 0-7 2-8 5"
        className="stroke-gold"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path
        d="M208 477c2 3 6 3 8 0m6 0c2 3 6 3 8 0M215 487c2 2 5 2 7 0"
        className="stroke-scene-line"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M232 500c-4-22 10-34 38-36 46-2 88 4 116 36Z"
        className="fill-scene-cloth stroke-scene-thread"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M262 476h.1m28 6h.1m-14 10h.1m38-16h.1m12 16h.1m16-10h.1"
        className="stroke-scene-thread"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <g className="stroke-scene-wood" strokeLinecap="round">
        {slats.map((x) => (
          <path key={x} d={`M${x} 446v84`} strokeWidth="6" />
        ))}
        <path d="M158 442c76-14 164-14 242 0M158 532h242" strokeWidth="11" />
        <path d="M152 418v146M406 418v146" strokeWidth="13" />
        <path d="M132 568c92 24 202 24 294 0" strokeWidth="9" />
      </g>
      <g className="fill-scene-wood">
        <circle cx="152" cy="408" r="10" />
        <circle cx="406" cy="408" r="10" />
      </g>
    </g>
  )
}

function PottedLeaves() {
  return (
    <g>
      <g className="fill-scene-wood">
        <path d="M62 524c-6-34-20-52-44-62-2 34 14 56 44 62Z" opacity="0.75" />
        <path d="M62 524c2-44 16-70 42-84 8 40-8 70-42 84Z" />
        <path d="M62 524c-14-30-14-58 0-88 14 30 14 58 0 88Z" opacity="0.55" />
      </g>
      <path
        d="M36 520h52l-7 54H43Z"
        className="fill-clay-soft stroke-clay"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M38 534h48" className="stroke-clay" strokeWidth="2" opacity="0.6" />
    </g>
  )
}
