/** Progress of an upload; `percent` from 0 to 100. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  const shown = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      className="h-1.5 overflow-hidden rounded-full bg-sand"
    >
      <div
        className="h-full origin-left rounded-full bg-forest transition-transform"
        style={{ transform: `scaleX(${shown / 100})` }}
      />
    </div>
  )
}
