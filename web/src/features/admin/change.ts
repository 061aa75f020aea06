/** A change against the period before, in percent with one decimal: `+12.5%`, `-3.0%`; `New` from nothing. */
export function changeWord(percent: number | null): string {
  if (percent === null) return 'New'
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`
}
