import { useId } from 'react'

/** A winding path through moonlit hills to a door with a light. */
export function LostPath() {
  const view = useId()
  return (
    <svg viewBox="0 0 320 260" className="block w-full" aria-hidden="true" fill="none">
      <clipPath id={view}>
        <path d="M40 248V142a120 120 0 0 1 240 0v106Z" />
      </clipPath>
      <g clipPath={`url(#${view})`}>
        <path d="M30 10h260v240H30Z" className="fill-sage" />
        <path d="M222 66a22 22 0 1 0 16 36 18 18 0 1 1-16-36Z" className="fill-gold-thread" />
        <path
          d="M104 92v8m-4-4h8M150 62v6m-3-3h6M176 104v6m-3-3h6M80 128v6m-3-3h6"
          className="stroke-gold-thread"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <path
          d="M30 176c40-36 84-42 130-10 40 28 84 16 130-14v100H30Z"
          className="fill-scene-wood"
          opacity="0.35"
        />
        <path
          d="M30 206c56-30 104-28 140-6 40 22 80 14 120-8v60H30Z"
          className="fill-scene-wood"
          opacity="0.6"
        />
        <path
          d="M150 250c-30-14-26-28 6-34 30-6 34-16 10-24-16-6-14-14 2-18"
          className="stroke-scene-cloth"
          strokeWidth="9"
          strokeLinecap="round"
        />
        <path
          d="M158 176v-16a11 11 0 0 1 22 0v16Z"
          className="fill-scene-linen stroke-scene-line"
          strokeWidth="2"
        />
        <path d="M165 176v-12a4 4 0 0 1 8 0v12Z" className="fill-gold-thread" />
        <path
          d="M92 214v-20m0 6 12-10m-12 4-10-8"
          className="stroke-ink-soft"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </g>
      <path d="M16 248h288" className="stroke-edge" strokeWidth="2" strokeLinecap="round" opacity="0.6" />
    </svg>
  )
}
