/** A plain G in the color of the text; Google's own logo comes only with its own button. */
export function GoogleMark() {
  return (
    <svg viewBox="0 0 20 20" className="size-5 shrink-0" aria-hidden="true" fill="none">
      <path
        d="M16.2 5.6A7.4 7.4 0 1 0 17.4 10H10.4"
        className="stroke-current"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
