import type { Deps } from '../../deps.ts'
import type { EventMap } from '../../events.ts'
import { type Transaction, withTransaction } from '../../platform/database/database.ts'
import {
  type BackgroundCheckProvider,
  CheckRefusal,
  type CheckState,
} from '../../ports/background-checks/port.ts'
import { getValidUntil, isAnotherPerson, toDay } from './check.ts'
import { findCheck, findOpen } from './queries.ts'
import { lockCheck, setAnotherPerson, setOpened, transitionCheck, UNDECIDED } from './store.ts'
import type { BackgroundCheck } from './tables.ts'

type Outcome = EventMap['background-check.ended']['outcome']

/**
 * Takes a check one step further at the provider: opens it there, or reads how it is and records that.
 * Repeating it is harmless, so it can be run again after a crash at any point.
 * @see docs/rules/background-checks.md#at-the-provider
 */
export async function processCheck(deps: Deps, checkId: number): Promise<void> {
  const check = await findCheck(deps.database, checkId)
  const provider = deps.backgroundChecks
  if (!check || provider?.key !== check.provider) return
  if (check.reference === null) await openAtProvider(deps, provider, check)
  else await readAtProvider(deps, provider, check, check.reference)
}

async function openAtProvider(
  deps: Deps,
  provider: BackgroundCheckProvider,
  check: BackgroundCheck,
): Promise<void> {
  if (check.status !== 'requested') return
  const order = { checkId: check.id, returnUrl: `${deps.publicUrl()}/caregiver/profile#background-check` }
  try {
    const opened = await provider.open(order, `background-check-${check.id}`)
    await withTransaction(deps.database, (transaction) => setOpened(transaction, check.id, opened))
  } catch (error) {
    if (!(error instanceof CheckRefusal)) throw error
    deps.log.warn({ err: error, checkId: check.id }, 'the provider refused a background check')
    await record(deps, check.id, { result: 'canceled', completedAt: null, reportUrl: null, person: null })
  }
}

async function readAtProvider(
  deps: Deps,
  provider: BackgroundCheckProvider,
  check: BackgroundCheck,
  reference: string,
): Promise<void> {
  if (check.status === 'canceled' || check.status === 'expired') return
  await record(deps, check.id, await provider.read(reference))
}

/** Records what the provider says, unless the check is already past it. */
async function record(deps: Deps, checkId: number, state: CheckState): Promise<void> {
  const { result } = state
  if (result === 'waiting') return
  await withTransaction(deps.database, async (transaction) => {
    if (result === 'processing') {
      await transitionCheck(transaction, checkId, result, {})
      return
    }
    const before = await lockCheck(transaction, checkId)
    if (!before) return
    const wasClear = before.status === 'clear'
    // Also without a new status: a clear check is read again every month.
    if (state.person && isAnotherPerson(before, state.person)) {
      await setAnotherPerson(transaction, before, state.person)
    }
    // Of two checks, the open one counts; and what was found about another person doesn't.
    const isReplaced =
      wasClear &&
      result === 'needs_review' &&
      (before.match === 'different' || (await findOpen(transaction, before.caregiverId)) !== null)
    const to = isReplaced ? 'canceled' : result
    const completedAt = state.completedAt ?? deps.clock.now()
    const counts = to === 'clear' || to === 'needs_review'
    const moved = await transitionCheck(transaction, checkId, to, {
      completedAt,
      validUntil: counts ? getValidUntil(toDay(completedAt)) : null,
      reportUrl: state.reportUrl,
      ...(state.person && { checkedName: state.person.name, checkedBirthDate: state.person.birthDate }),
      // What staff decided on an earlier result.
      ...(wasClear && UNDECIDED),
    })
    // A clear result is announced once staff have compared the person with the ID.
    if (moved && to !== 'clear') {
      await publishEnded(transaction, deps, moved, wasClear && to === 'needs_review' ? 'reopened' : to)
    }
  })
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
