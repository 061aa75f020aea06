const utcFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** An instant in words, for readers whose zone is unknown: `Nov 24, 2026, 10:15 PM UTC`. */
export function formatUtc(instant: Date): string {
  // Between the time and AM or PM, ICU writes a narrow no-break space.
  return `${utcFormat.format(instant).replace('\u202f', ' ')} UTC`
}
