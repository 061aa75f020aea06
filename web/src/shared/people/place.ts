interface Place {
  city?: string | null
  country?: string | null
}

/** `Boston, United States`; empty if neither is known. */
export function formatPlace({ city, country }: Place): string {
  return [city?.trim(), country].filter(Boolean).join(', ')
}
