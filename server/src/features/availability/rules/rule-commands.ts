import { isDeepStrictEqual } from 'node:util'
import {
  type Rule,
  type RuleBody,
  toWeeklyRule,
  type WeekBody,
} from '@tendwell/contract/availability/availability'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { updateHours } from '../calendar/calendar-update.ts'
import {
  deleteRule,
  deleteWeekdayRules,
  insertRule,
  listRuleRows,
  type RuleRow,
  updateRule,
} from '../store.ts'
import { toRuleHours, toRuleResponses } from './responses.ts'
import { requireRuleFits, requireWeekFits } from './validation.ts'

/**
 * Adds weekly rules. A rule that already exists is not added again, so that a retry after a lost response is
 * safe.
 * @param rules in wall time
 * @returns the rules in the order of the given ones
 * @throws AppError 400 when one overlaps another rule, 403 unless verified
 * @see docs/rules/availability.md#weekly-hours
 */
export function addRules(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  caregiverId: number,
  rules: readonly RuleBody[],
): Promise<Rule[]> {
  return updateHours(transaction, deps, caregiverId, async (caregiver) => {
    const existingRules = await listRuleRows(transaction, caregiverId)
    const addedRules: RuleRow[] = []
    for (const rule of rules) {
      addedRules.push(
        await findOrInsertRule(transaction, caregiverId, rule, [...existingRules, ...addedRules]),
      )
    }
    return { result: await toRuleResponses(transaction, addedRules, caregiver, deps.clock.now()) }
  })
}

/**
 * The equal rule that exists, or a new one.
 * @throws AppError 400 if the rule doesn't fit the existing ones
 */
async function findOrInsertRule(
  transaction: Transaction,
  caregiverId: number,
  rule: RuleBody,
  existingRules: readonly RuleRow[],
): Promise<RuleRow> {
  const equalRule = existingRules.find((row) => isDeepStrictEqual(toRuleHours(row), toWeeklyRule(rule)))
  if (equalRule) return equalRule
  requireRuleFits(toWeeklyRule(rule), existingRules.map(toRuleHours))
  return insertRule(transaction, caregiverId, rule)
}

/** Adds one weekly rule, as `addRules` does. */
export async function addRule(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  caregiverId: number,
  rule: RuleBody,
): Promise<Rule> {
  const [addedRule] = await addRules(transaction, deps, caregiverId, [rule])
  return addedRule as Rule
}

/**
 * Changes a weekly rule; bookings inside it stay.
 * @throws AppError 404 when the rule is not the caregiver's own, otherwise as `addRules`
 * @see docs/rules/availability.md#weekly-hours
 */
export function changeRule(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  caregiverId: number,
  ruleId: number,
  rule: RuleBody,
): Promise<Rule> {
  return withTransaction(deps.database, (transaction) =>
    updateHours(transaction, deps, caregiverId, async (caregiver) => {
      const rules = await listRuleRows(transaction, caregiverId)
      const otherRules = rules.filter((other) => other.id !== ruleId)
      if (otherRules.length === rules.length) throw notFound()
      requireRuleFits(toWeeklyRule(rule), otherRules.map(toRuleHours))
      const changedRule = await updateRule(transaction, ruleId, rule)
      const [result] = await toRuleResponses(transaction, [changedRule], caregiver, deps.clock.now())
      return { result: result as Rule }
    }),
  )
}

/**
 * Sets the hours of several weekdays, in place of those they have; bookings stay. Days without windows are
 * closed.
 * @returns the rules of these weekdays
 * @throws AppError 400 for windows that are not valid, 403 unless verified
 * @see docs/rules/availability.md#weekly-hours
 */
export function setWeek(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  caregiverId: number,
  { weekdays, windows }: WeekBody,
): Promise<Rule[]> {
  return withTransaction(deps.database, (transaction) =>
    updateHours(transaction, deps, caregiverId, async (caregiver) => {
      const days = [...new Set(weekdays)].sort()
      await deleteWeekdayRules(transaction, caregiverId, days)
      const otherRules = await listRuleRows(transaction, caregiverId)
      const newRules = days.flatMap((weekday) => windows.map((window) => ({ weekday, ...window })))
      requireWeekFits(newRules.map(toWeeklyRule), otherRules.map(toRuleHours))
      const rules: RuleRow[] = []
      for (const rule of newRules) rules.push(await insertRule(transaction, caregiverId, rule))
      return { result: await toRuleResponses(transaction, rules, caregiver, deps.clock.now()) }
    }),
  )
}

/**
 * Removes a weekly rule; bookings inside it stay.
 * @throws AppError 404 when the rule is not the caregiver's own
 * @see docs/rules/availability.md#weekly-hours
 */
export function removeRule(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  caregiverId: number,
  ruleId: number,
): Promise<void> {
  return withTransaction(deps.database, (transaction) =>
    updateHours(transaction, deps, caregiverId, async () => {
      if (!(await deleteRule(transaction, caregiverId, ruleId))) throw notFound()
      return { result: undefined }
    }),
  )
}
