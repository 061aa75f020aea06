/** Between two ways to log in. */
export function OrLine() {
  return (
    <p className="flex items-center gap-4 text-13 text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
  )
}
