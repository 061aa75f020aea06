interface Place {
  city?: string | null
  country?: string | null
}

/** `Boston, United States`; empty while neither is known. */
export function formatPlace({ city, country }: Place): string {
  return [city?.trim(), country].filter(Boolean).join(', ')
}
