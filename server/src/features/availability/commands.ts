import {
  type Override,
  type OverrideBody,
  type Rule,
  type TimeOff,
  windowOf,
} from '@tendwell/contract/availability'
import { hoursOn } from '@tendwell/contract/slots'
import { type Interval, intervalOfDates, type LocalDate, type LocalTime } from '@tendwell/contract/time'
import { validateWindows, type Window } from '@tendwell/contract/windows'
import { and, eq, gt } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { type Transaction, transact } from '../../platform/database.ts'
import { forbidden, invalid, notFound } from '../../platform/errors.ts'
import { availabilityOf } from './calendar.ts'
import { refreshOpenTimes } from './opening.ts'
import { overridesShown, rulesShown, timeOffShown } from './queries.ts'
import {
  requireBookedKept,
  requireOpenDate,
  requireOpenTimeOff,
  requireRuleFits,
  requireTimeOffRoom,
  requireVerified,
} from './schedule.ts'
import {
  deleteOverride,
  deleteRule,
  deleteTimeOff,
  insertRule,
  insertTimeOff,
  type LockedCalendar,
  lockCalendar,
  putOverride,
  type RuleRow,
  updateRule,
} from './store.ts'
import { availabilityOverrides, availabilityRules, timeOff } from './tables.ts'

type Changing = Pick<Deps, 'clock' | 'database'>
/** What a change needs whose transaction is its caller's. */
type Within = Pick<Deps, 'clock'>
type RuleHours = { weekday: number; start: LocalTime; end: LocalTime }

type Changed<Result> = {
  result: Result
  /** The only stretch (epoch ms) in which anything changed; all of the time ahead where absent. */
  touched?: Interval
}

/**
 * Makes a change of a caregiver's own calendar under its lock, and writes down what is free now.
 * @throws AppError 403 unless she is verified
 */
async function changeWithin<Result>(
  transaction: Transaction,
  deps: Within,
  caregiverId: number,
  change: (calendar: LockedCalendar) => Promise<Changed<Result>>,
): Promise<Result> {
  const calendar = await lockCalendar(transaction, caregiverId, 'update')
  if (!calendar) throw notFound()
  requireVerified(calendar.verificationStatus)
  const { result, touched } = await change(calendar)
  await refreshOpenTimes(transaction, deps, calendar, touched)
  return result
}

/** The same in a transaction of its own. */
function changeCalendar<Result>(
  deps: Changing,
  caregiverId: number,
  change: (transaction: Transaction, calendar: LockedCalendar) => Promise<Changed<Result>>,
): Promise<Result> {
  return transact(deps.database, (transaction) =>
    changeWithin(transaction, deps, caregiverId, (calendar) => change(transaction, calendar)),
  )
}

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

/** Refuses what would change or remove hours of the date that are booked, whether they are its own or weekly. */
async function requireDayKeepsBooked(
  transaction: Transaction,
  deps: Within,
  { caregiverId, timezone }: LockedCalendar,
  date: LocalDate,
  after: readonly Window[],
): Promise<void> {
  const { startMs, endMs } = intervalOfDates(date, date, timezone)
  const range = { fromMs: startMs, toMs: endMs }
  const { calendar, booked } = await availabilityOf(transaction, deps, { id: caregiverId, timezone }, range)
  requireBookedKept({ date, zone: timezone, booked }, hoursOn(date, calendar), after)
}

function dayOf(date: LocalDate, { timezone }: LockedCalendar): Interval {
  return intervalOfDates(date, date, timezone)
}

async function storeOverride(
  transaction: Transaction,
  deps: Within,
  calendar: LockedCalendar,
  body: OverrideBody,
): Promise<Changed<Override>> {
  const messages = validateWindows(body.windows.map(windowOf))
  if (messages.length > 0) throw invalid({ windows: messages })
  // A closed day has no hours: kept ones would come back by surprise.
  const windows = body.is_available ? body.windows : []
  await requireDayKeepsBooked(transaction, deps, calendar, body.date_local, windows.map(windowOf))
  const row = await putOverride(transaction, calendar.caregiverId, {
    dateLocal: body.date_local,
    isAvailable: body.is_available,
    windows,
  })
  const [shown] = await overridesShown(transaction, [row], calendar.caregiverId, calendar.timezone)
  return { result: shown as Override, touched: dayOf(body.date_local, calendar) }
}

function requireOwnBody(caregiverId: number, body: OverrideBody): void {
  if (body.caregiver !== caregiverId) throw forbidden('You can change your own hours alone')
}

/**
 * Sets the hours of a date; those it had are replaced (decisions §4).
 * @throws AppError 400 for a past day, windows that overlap or a booked window that would change, 403 for
 * somebody else's hours or unless verified
 */
export function setDay(
  transaction: Transaction,
  deps: Within,
  caregiverId: number,
  body: OverrideBody,
): Promise<Override> {
  return changeWithin(transaction, deps, caregiverId, async (calendar) => {
    requireOwnBody(caregiverId, body)
    requireOpenDate(body.date_local, calendar.timezone, deps.clock.now().getTime())
    return storeOverride(transaction, deps, calendar, body)
  })
}

async function ownOverride(transaction: Transaction, caregiverId: number, id: number) {
  const [row] = await transaction
    .select()
    .from(availabilityOverrides)
    .where(and(eq(availabilityOverrides.id, id), eq(availabilityOverrides.caregiverId, caregiverId)))
  if (!row) throw notFound()
  return row
}

/** Changes the hours of a date. @throws AppError 404 when they are not her own, else as `setDay` */
export function changeDay(
  deps: Changing,
  caregiverId: number,
  id: number,
  body: OverrideBody,
): Promise<Override> {
  return changeCalendar(deps, caregiverId, async (transaction, calendar) => {
    const { dateLocal } = await ownOverride(transaction, caregiverId, id)
    requireOwnBody(caregiverId, body)
    if (body.date_local !== dateLocal) {
      throw invalid({ date_local: [`These are the hours of ${dateLocal}`] })
    }
    requireOpenDate(dateLocal, calendar.timezone, deps.clock.now().getTime())
    return storeOverride(transaction, deps, calendar, body)
  })
}

/**
 * Clears a date: its weekday's hours hold again.
 * @throws AppError 400 when it is past or one of its windows is booked, 404 when it is not her own
 */
export function clearDay(deps: Changing, caregiverId: number, id: number): Promise<void> {
  return changeCalendar(deps, caregiverId, async (transaction, calendar) => {
    const { dateLocal } = await ownOverride(transaction, caregiverId, id)
    requireOpenDate(dateLocal, calendar.timezone, deps.clock.now().getTime())
    await requireDayKeepsBooked(transaction, deps, calendar, dateLocal, [])
    await deleteOverride(transaction, caregiverId, id)
    return { result: undefined, touched: dayOf(dateLocal, calendar) }
  })
}

/**
 * Plans time off. Booked hours within it stay booked. The same time off, planned again as after a lost answer, is the
 * one that is there.
 * @param off in epoch ms, its end after its start
 * @throws AppError 400 for past days, 403 unless verified, 409 when too much is planned
 */
export function addTimeOff(
  transaction: Transaction,
  deps: Within,
  caregiverId: number,
  off: Interval,
): Promise<TimeOff> {
  return changeWithin(transaction, deps, caregiverId, async ({ timezone }) => {
    const now = deps.clock.now()
    requireOpenTimeOff(off, timezone, now.getTime())
    const planned = await transaction
      .select()
      .from(timeOff)
      .where(and(eq(timeOff.caregiverId, caregiverId), gt(timeOff.endsAt, now)))
    const same = planned.find(
      ({ startsAt, endsAt }) => startsAt.getTime() === off.startMs && endsAt.getTime() === off.endMs,
    )
    if (!same) requireTimeOffRoom(planned.length)
    const row = same ?? (await insertTimeOff(transaction, caregiverId, off))
    return { result: timeOffShown(row), touched: off }
  })
}

/** Gives time off up. @throws AppError 400 when it is over, 404 when it is not her own */
export function removeTimeOff(deps: Changing, caregiverId: number, id: number): Promise<void> {
  return changeCalendar(deps, caregiverId, async (transaction) => {
    const [row] = await transaction
      .select()
      .from(timeOff)
      .where(and(eq(timeOff.id, id), eq(timeOff.caregiverId, caregiverId)))
    if (!row) throw notFound()
    if (row.endsAt <= deps.clock.now()) throw invalid({ end_utc: ['Past days cannot be changed'] })
    await deleteTimeOff(transaction, caregiverId, id)
    return {
      result: undefined,
      touched: { startMs: row.startsAt.getTime(), endMs: row.endsAt.getTime() },
    }
  })
}
