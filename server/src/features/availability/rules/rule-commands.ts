import type { Rule, WeekBody } from '@tendwell/contract/availability/availability'
import { validateWindows } from '@tendwell/contract/availability/windows'
import type { LocalTime } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { invalid, notFound } from '../../../platform/errors.ts'
import { updateHours } from '../calendar/calendar-update.ts'
import {
  deleteRule,
  deleteWeekdayRules,
  insertRule,
  listRuleRows,
  type RuleRow,
  updateRule,
} from '../store.ts'
import { toRuleResponses } from './responses.ts'
import { requireRuleFits } from './validation.ts'

/** Weekly hours in the caregiver's wall time; `weekday` is ISO, 1 Monday to 7 Sunday. */
type RuleHours = { weekday: number; start: LocalTime; end: LocalTime }

/**
 * Adds weekly rules. A rule that already exists is not added again, so that a retry after a lost response is
 * safe.
 * @returns the rules in the order of `hours`
 * @throws AppError 400 when one overlaps another rule of its weekday, 403 unless verified
 * @see docs/rules/availability.md#weekly-hours
 */
export function addRules(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  caregiverId: number,
  hours: readonly RuleHours[],
): Promise<Rule[]> {
  return updateHours(transaction, deps, caregiverId, async (caregiver) => {
    const existingRules = await listRuleRows(transaction, caregiverId)
    const addedRules: RuleRow[] = []
    for (const rule of hours) {
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
  rule: RuleHours,
  existingRules: readonly RuleRow[],
): Promise<RuleRow> {
  const { weekday, start, end } = rule
  const equalRule = existingRules.find(
    (row) => row.weekday === weekday && row.startLocal === start && row.endLocal === end,
  )
  if (equalRule) return equalRule
  requireRuleFits(rule, existingRules)
  return insertRule(transaction, caregiverId, { weekday, startLocal: start, endLocal: end })
}

/** Adds one weekly rule, as `addRules` does. */
export async function addRule(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  caregiverId: number,
  rule: RuleHours,
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
  deps: Pick<Deps, 'clock' | 'database'>,
  caregiverId: number,
  ruleId: number,
  rule: RuleHours,
): Promise<Rule> {
  return withTransaction(deps.database, (transaction) =>
    updateHours(transaction, deps, caregiverId, async (caregiver) => {
      const rules = await listRuleRows(transaction, caregiverId)
      const otherRules = rules.filter((other) => other.id !== ruleId)
      if (otherRules.length === rules.length) throw notFound()
      requireRuleFits(rule, otherRules)
      const { weekday, start, end } = rule
      const changedRule = await updateRule(transaction, ruleId, { weekday, startLocal: start, endLocal: end })
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
  deps: Pick<Deps, 'clock' | 'database'>,
  caregiverId: number,
  { weekdays, windows }: WeekBody,
): Promise<Rule[]> {
  return withTransaction(deps.database, (transaction) =>
    updateHours(transaction, deps, caregiverId, async (caregiver) => {
      const messages = validateWindows(windows)
      if (messages.length > 0) throw invalid({ windows: messages })
      const days = [...new Set(weekdays)].sort()
      await deleteWeekdayRules(transaction, caregiverId, days)
      const rules: RuleRow[] = []
      for (const weekday of days) {
        for (const { start, end } of windows) {
          rules.push(
            await insertRule(transaction, caregiverId, { weekday, startLocal: start, endLocal: end }),
          )
        }
      }
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
  deps: Pick<Deps, 'clock' | 'database'>,
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
