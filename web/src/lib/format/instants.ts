/** Instants as the API writes them, `2026-12-01T14:00:00Z`, and as milliseconds since 1970. */
import type { Interval } from '@tendwell/contract/time'
import { Temporal } from 'temporal-polyfill'

interface UtcTimes {
  start_utc: string
  end_utc: string
}

export function toEpochMs(instant: string): number {
  return Temporal.Instant.from(instant).epochMilliseconds
}

export function fromEpochMs(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString()
}

export function toInterval({ start_utc, end_utc }: UtcTimes): Interval {
  return { startMs: toEpochMs(start_utc), endMs: toEpochMs(end_utc) }
}

export function toUtcTimes({ startMs, endMs }: Interval): UtcTimes {
  return { start_utc: fromEpochMs(startMs), end_utc: fromEpochMs(endMs) }
}
