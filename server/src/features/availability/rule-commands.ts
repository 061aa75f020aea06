import type { Rule } from '@tendwell/contract/availability'
import type { LocalTime } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { type Changing, changeCalendar, changeWithin, type Within } from './change.ts'
import { rulesShown } from './queries.ts'
import { requireRuleFits } from './schedule.ts'
import { deleteRule, insertRule, type LockedCalendar, type RuleRow, updateRule } from './store.ts'
import { availabilityRules } from './tables.ts'

type RuleHours = { weekday: number; start: LocalTime; end: LocalTime }

function ownRules(transaction: Transaction, caregiverId: number): Promise<RuleRow[]> {
  return transaction.select().from(availabilityRules).where(eq(availabilityRules.caregiverId, caregiverId))
}

function shown(
  transaction: Transaction,
  { clock }: Within,
  { caregiverId, timezone }: LockedCalendar,
  rows: readonly RuleRow[],
): Promise<Rule[]> {
  return rulesShown(transaction, rows, { id: caregiverId, timezone, now: clock.now() })
}

/**
 * Adds weekly hours. Booked time stays booked whatever the weekly hours say: they count for the weeks to come, so a
 * change of theirs is never refused for what is booked, unlike one of a date's own hours (decisions §4).
 * Hours that are there already, as after a lost answer, are not added again.
 * @returns the rules in the order of the hours
 * @throws AppError 400 when they overlap others of their weekday, 403 unless verified
 */
export function addRules(
  transaction: Transaction,
  deps: Within,
  caregiverId: number,
  hours: readonly RuleHours[],
): Promise<Rule[]> {
  return changeWithin(transaction, deps, caregiverId, async (calendar) => {
    const before = await ownRules(transaction, caregiverId)
    const added: RuleRow[] = []
    for (const rule of hours) {
      added.push(await ruleOf(transaction, caregiverId, rule, [...before, ...added]))
    }
    return { result: await shown(transaction, deps, calendar, added) }
  })
}

/** The caregiver's rule of these very hours, made where there is none. */
async function ruleOf(
  transaction: Transaction,
  caregiverId: number,
  rule: RuleHours,
  rules: readonly RuleRow[],
): Promise<RuleRow> {
  const { weekday, start, end } = rule
  const same = rules.find(
    (one) => one.weekday === weekday && one.startLocal === start && one.endLocal === end,
  )
  if (same) return same
  requireRuleFits(rule, rules)
  return insertRule(transaction, caregiverId, { weekday, startLocal: start, endLocal: end })
}

/** Adds weekly hours of one weekday, as `addRules`. */
export async function addRule(
  transaction: Transaction,
  deps: Within,
  caregiverId: number,
  rule: RuleHours,
): Promise<Rule> {
  const [added] = await addRules(transaction, deps, caregiverId, [rule])
  return added as Rule
}

/** Changes weekly hours. @throws AppError 404 when they are not her own, else as `addRule` */
export function changeRule(deps: Changing, caregiverId: number, id: number, rule: RuleHours): Promise<Rule> {
  return changeCalendar(deps, caregiverId, async (transaction, calendar) => {
    const rules = await ownRules(transaction, caregiverId)
    const others = rules.filter((one) => one.id !== id)
    if (others.length === rules.length) throw notFound()
    requireRuleFits(rule, others)
    const { weekday, start, end } = rule
    const hours = { weekday, startLocal: start, endLocal: end }
    const changed = await updateRule(transaction, id, hours)
    const [result] = await shown(transaction, deps, calendar, [changed])
    return { result: result as Rule }
  })
}

/** Removes weekly hours. @throws AppError 404 when they are not her own */
export function removeRule(deps: Changing, caregiverId: number, id: number): Promise<void> {
  return changeCalendar(deps, caregiverId, async (transaction) => {
    if (!(await deleteRule(transaction, caregiverId, id))) throw notFound()
    return { result: undefined }
  })
}
