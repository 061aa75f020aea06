/**
 * How cookies that belong to one account are named, so that they don't say whose they are.
 * @see docs/rules/accounts.md#known-devices
 */
import type { Deps } from '../../../deps.ts'
import { hmacSign } from '../../../platform/secrets.ts'

const PURPOSE = 'account-cookie'

/** The part of a cookie's name that says, to us alone, whose account it belongs to. */
export const toCookieKey = ({ secrets }: Pick<Deps, 'secrets'>, userId: number): string =>
  hmacSign(secrets.key(PURPOSE), String(userId))

/**
 * Lets the values of a browser's cookies be read by user id.
 * @param valuesByKey the values by the keys in the cookies' names, which the previous secret may have made
 */
export function indexByAccount<Found>(
  { secrets }: Pick<Deps, 'secrets'>,
  valuesByKey: ReadonlyMap<string, Found>,
): ByAccount<Found> {
  return {
    get: (userId) =>
      secrets
        .acceptedKeys(PURPOSE)
        .map((key) => valuesByKey.get(hmacSign(key, String(userId))))
        .find((value) => value !== undefined),
  }
}

/** What a browser has for each account, by user id. It can be asked for, not listed. */
export type ByAccount<Found> = { get(userId: number): Found | undefined }
