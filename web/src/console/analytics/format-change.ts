/** A change since the previous period, in percent: `+12.5%`, `-3.0%`; `New` if that period had nothing. */
export function formatChange(percent: number | null): string {
  if (percent === null) return 'New'
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`
}
