import { paths } from '@tendwell/contract/routes'
import type { Deps } from '../../deps.ts'
import type { EventMap } from '../../events.ts'
import { type Transaction, withTransaction } from '../../platform/database/database.ts'
import {
  type BackgroundCheckProvider,
  CheckRefusal,
  type CheckState,
} from '../../ports/background-checks/port.ts'
import { getValidUntil, isAnotherPerson, type TRANSITIONS, toDay } from './check.ts'
import { findCheck, findOpen } from './queries.ts'
import { lockCheck, recordOpening, replacePerson, transitionCheck, UNDECIDED } from './store.ts'
import type { BackgroundCheck } from './tables.ts'

type Outcome = EventMap['background-check.ended']['outcome']

/**
 * Takes a check one step further at the provider: opens it there, or reads it and records its result.
 * Repeating it is harmless, so it can be run again after a crash at any point.
 * @see docs/rules/background-checks.md#at-the-provider
 */
export async function processCheck(deps: Deps, checkId: number): Promise<void> {
  const check = await findCheck(deps.database, checkId)
  const provider = deps.backgroundChecks
  if (!check || provider?.key !== check.provider) return
  const { status, reference } = check
  if (status === 'canceled' || status === 'expired') return
  if (reference === null) await openAtProvider(deps, provider, checkId)
  else await recordState(deps, checkId, await provider.read(reference))
}

/** Opens a check at the provider. If the provider refuses, the check is recorded as canceled. */
async function openAtProvider(deps: Deps, provider: BackgroundCheckProvider, checkId: number): Promise<void> {
  const order = { checkId, returnUrl: `${deps.publicUrl()}${paths.caregiverProfile}#background-check` }
  try {
    const opened = await provider.open(order, `background-check-${checkId}`)
    await withTransaction(deps.database, (transaction) => recordOpening(transaction, checkId, opened))
  } catch (error) {
    if (!(error instanceof CheckRefusal)) throw error
    deps.log.warn({ err: error, checkId }, 'the provider refused a background check')
    await recordState(deps, checkId, { result: 'canceled', completedAt: null, reportUrl: null, person: null })
  }
}

/** Records a check's state at the provider, unless our own record is further. */
async function recordState(deps: Deps, checkId: number, { result, ...state }: CheckState): Promise<void> {
  if (result === 'waiting') return
  await withTransaction(deps.database, async (transaction) => {
    if (result === 'processing') await transitionCheck(transaction, checkId, result, {})
    else await recordResult(transaction, deps, checkId, { result, ...state })
  })
}

type EndedState = Omit<CheckState, 'result'> & { result: Exclude<keyof typeof TRANSITIONS, 'processing'> }

/** Records a result, and publishes it unless staff first have to compare the person with the ID. */
async function recordResult(
  transaction: Transaction,
  deps: Deps,
  checkId: number,
  { result, person, reportUrl, ...state }: EndedState,
): Promise<void> {
  const earlierCheck = await lockCheck(transaction, checkId)
  if (!earlierCheck) return
  const wasClear = earlierCheck.status === 'clear'
  // The person is compared even if the status stays: a clear check is read again every month.
  if (person && isAnotherPerson(earlierCheck, person)) await replacePerson(transaction, earlierCheck, person)
  // A clear check in which something was found later is canceled and not reviewed if its caregiver has an
  // open check by now, or if staff found that it is about another person.
  const isReplaced =
    wasClear &&
    result === 'needs_review' &&
    (earlierCheck.match === 'different' || (await findOpen(transaction, earlierCheck.caregiverId)) !== null)
  const newResult = isReplaced ? 'canceled' : result
  const completedAt = state.completedAt ?? deps.clock.now()
  const hasValidity = newResult === 'clear' || newResult === 'needs_review'
  const check = await transitionCheck(transaction, checkId, newResult, {
    completedAt,
    validUntil: hasValidity ? getValidUntil(toDay(completedAt)) : null,
    reportUrl,
    ...(person && { checkedName: person.name, checkedBirthDate: person.birthDate }),
    // What staff had decided was about the earlier, clear result.
    ...(wasClear && UNDECIDED),
  })
  // The caregiver hears of a clear result once staff have compared the person with the ID.
  if (!check || newResult === 'clear') return
  await publishEnded(
    transaction,
    deps,
    check,
    wasClear && newResult === 'needs_review' ? 'reopened' : newResult,
  )
}

/** Publishes that a check has a result, or that staff decided on it. */
export function publishEnded(
  transaction: Transaction,
  deps: Pick<Deps, 'backgroundChecks' | 'jobs'>,
  check: BackgroundCheck,
  outcome: Outcome,
): Promise<void> {
  return deps.jobs.publish(transaction, 'background-check.ended', {
    userId: check.caregiverId,
    checkId: check.id,
    outcome,
    provider: check.providerName,
    validUntil: outcome === 'clear' || outcome === 'accepted' ? check.validUntil : null,
    helpUrl: deps.backgroundChecks?.helpUrl() ?? '',
  })
}
