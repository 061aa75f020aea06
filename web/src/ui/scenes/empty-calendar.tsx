const columns = [0, 1, 2, 3, 4]
const rows = [0, 1, 2]

/** An empty wall calendar beside a sprig. */
export function EmptyCalendar() {
  return (
    <svg viewBox="0 0 200 160" className="block w-full" aria-hidden="true" fill="none">
      <path d="M30 150V92a70 70 0 0 1 140 0v58Z" className="fill-sage" />
      <path d="M84 42 100 26l16 16" className="stroke-ink-soft" strokeWidth="2" strokeLinejoin="round" />
      <circle cx="100" cy="25" r="3" className="fill-gold" />
      <rect
        x="56"
        y="42"
        width="88"
        height="96"
        rx="8"
        className="fill-scene-linen stroke-edge"
        strokeWidth="2"
      />
      <path d="M56 50a8 8 0 0 1 8-8h72a8 8 0 0 1 8 8v14H56Z" className="fill-scene-wood" />
      <path
        d="M74 53h24m18 0h10"
        className="stroke-scene-linen"
        strokeWidth="3"
        strokeLinecap="round"
        opacity="0.7"
      />
      {rows.map((row) =>
        columns.map((column) => (
          <circle
            key={`${row} ${column}`}
            cx={70 + column * 15}
            cy={82 + row * 20}
            r="4"
            className={row === 1 && column === 2 ? 'stroke-scene-thread' : 'stroke-edge'}
            strokeWidth="2"
          />
        )),
      )}
      <path
        d="M162 150c0-18 2-30 8-42"
        className="stroke-scene-wood"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
      <path
        d="M163 134c-9-1-14-6-15-15 9 0 14 6 15 15Zm1-10c8-2 13-8 12-17-8 2-12 8-12 17Z"
        className="fill-scene-wood"
      />
      <path d="M14 150h172" className="stroke-edge" strokeWidth="2" strokeLinecap="round" opacity="0.6" />
    </svg>
  )
}
