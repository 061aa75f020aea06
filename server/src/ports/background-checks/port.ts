/**
 * Checks people's backgrounds. The person agrees and gives their data on the provider's own page, so the
 * product never sees it. Each provider is a row of `CHECK_ADAPTERS` (`adapters.ts`).
 * @see docs/rules/background-checks.md#another-provider
 */

/** All that the provider learns from us. */
export type CheckOrder = {
  /** Our number of the check. */
  checkId: number
  /** Where the provider's page leads back to. */
  returnUrl: string
}

/** A check that the provider has opened: the provider's number of it, and the page for the person. */
export type OpenedCheck = { reference: string; pageUrl: string }

/**
 * waiting: the page waits for the person · processing: the person agreed and gave their data · clear: nothing
 * was found · needs_review: something that a person has to look at · canceled: can't be completed, or
 * withdrawn · expired: the person never came. `canceled` and `expired` are final. A report that is corrected
 * goes from `needs_review` to `clear`, and a clear report in which something new is found goes to
 * `needs_review` or `canceled`.
 */
export type CheckResult = 'waiting' | 'processing' | 'clear' | 'needs_review' | 'canceled' | 'expired'

/**
 * What the provider tells us of a check. What the report found is not in it, only its result, its address and
 * whom it is about.
 */
export type CheckState = {
  result: CheckResult
  /** When the result came; null while there is none. */
  completedAt: Date | null
  /** The report at the provider, for staff with a login there; null while there is none. */
  reportUrl: string | null
  /** Whom the provider checked; null while there is no result. */
  person: CheckedPerson | null
}

/** The name and the date of birth (YYYY-MM-DD) that the person gave the provider and the check covered. */
export type CheckedPerson = { name: string; birthDate: string }

/** A webhook whose signature and age were verified. It says which check changed, not how. */
export type CheckEvent = { id: string; type: string; reference: string | null }

/** The provider refused to open a check. Repeating the call gets the same answer. */
export class CheckRefusal extends Error {}

/** Calls go over the network: never make one in a transaction. */
export type BackgroundCheckProvider = {
  /** The provider's name in the settings, in addresses and in rows: lower-case letters. */
  readonly key: string
  /** The provider's name for people. */
  readonly name: string
  /**
   * What is checked, in plain words such as "National criminal records". Caregivers agree to exactly this
   * list.
   */
  readonly checked: readonly string[]
  /** Where people get a copy of their report and dispute what is wrong in it. */
  helpUrl(): string
  /** Opens a check. A repeated key returns the same check. @throws CheckRefusal */
  open(order: CheckOrder, idempotencyKey: string): Promise<OpenedCheck>
  /** Reads a check's current state. */
  read(reference: string): Promise<CheckState>
  /** @throws AppError 400 if the signature is not the provider's or the event is too old */
  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): CheckEvent
}
