/** Which factors somebody else may have added. @see docs/rules/accounts.md#this-wasnt-me */

import { NOT_ME_DAYS } from '@tendwell/contract/sign-in/not-me'
import { DAY_MS } from '@tendwell/contract/time'

/** How long after its first login a device is new to the account. */
const NEW_DEVICE_DAYS = 30

/** When a factor was added, and on which device. */
export type Addition = { at: Date; deviceId: string | null }

/** A device that has logged in to the account. */
export type DeviceUse = { deviceId: string; firstAt: Date; isDisowned: boolean }

/**
 * Whether a factor may be someone else's, so that the mailbox is enough to remove it: it was added less than
 * 7 days ago, and either on a device that was new to the account, or on the device of a change that the owner
 * says wasn't them, or after that change.
 * @param judge.change the change that the owner says wasn't them; null if there is none
 */
export function isSuspect(
  factor: Addition,
  circumstances: { devices: readonly DeviceUse[]; change: Addition | null; now: Date },
): boolean {
  const { devices, change, now } = circumstances
  if (now.getTime() - factor.at.getTime() >= NOT_ME_DAYS * DAY_MS) return false
  if (isNewDevice(factor, devices)) return true
  if (!change) return false
  return factor.at >= change.at || (factor.deviceId !== null && factor.deviceId === change.deviceId)
}

/**
 * Whether a device was new to the account when something was added on it: its first login was less than 30
 * days before, and it was not the account's first device. A device that the owner disowned counts as new.
 */
export function isNewDevice({ at, deviceId }: Addition, devices: readonly DeviceUse[]): boolean {
  const device = devices.find((known) => known.deviceId === deviceId)
  if (!device || device.isDisowned) return true
  const isFirstDevice = devices.every(({ firstAt }) => firstAt >= device.firstAt)
  return !isFirstDevice && at.getTime() - device.firstAt.getTime() < NEW_DEVICE_DAYS * DAY_MS
}
