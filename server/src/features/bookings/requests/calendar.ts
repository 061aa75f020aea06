/** What a caregiver's availability says about the hours of a request. */
import { type Booked, listOpenSlots, type OpenSlot } from '@tendwell/contract/availability/slots'
import { DAY_MS, type Interval } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { getOfferEndMs, type LockedCaregiver, loadAvailability } from '../../availability/index.ts'
import { findUnavailability, type Unavailability } from './unavailability.ts'

/** How many days before the first and after the last window alternatives are looked for. */
const NEARBY_DAYS = 7

/** From the first start of windows to their last end, in epoch ms. */
export function getRange(windows: readonly Interval[]): { fromMs: number; toMs: number } {
  return {
    fromMs: Math.min(...windows.map(({ startMs }) => startMs)),
    toMs: Math.max(...windows.map(({ endMs }) => endMs)),
  }
}

/** The range around hours in which slots are loaded, in epoch ms. */
export function getNearbyRange(hours: readonly Interval[]): { fromMs: number; toMs: number } {
  return {
    fromMs: Math.min(...hours.map(({ startMs }) => startMs)) - NEARBY_DAYS * DAY_MS,
    toMs: Math.max(...hours.map(({ endMs }) => endMs)) + NEARBY_DAYS * DAY_MS,
  }
}

/** A caregiver's slots, free and booked, in the days around hours (epoch ms), up to a year ahead. */
export async function loadNearbySlots(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  { caregiverId }: LockedCaregiver,
  hours: readonly Interval[],
): Promise<OpenSlot[]> {
  const { fromMs, toMs } = getNearbyRange(hours)
  const availability = await loadAvailability(transaction, deps, caregiverId, { fromMs, toMs })
  return listOpenSlots({ ...availability, fromMs, toMs: Math.min(toMs, getOfferEndMs(availability.nowMs)) })
}

/** As `findUnavailability`, with the availability of a caregiver who is locked. */
export async function loadUnavailability(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  { caregiverId }: LockedCaregiver,
  windows: readonly Booked[],
): Promise<Unavailability | null> {
  const availability = await loadAvailability(transaction, deps, caregiverId, getRange(windows))
  return findUnavailability(windows, availability)
}
