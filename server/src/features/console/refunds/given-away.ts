/**
 * "Given away": refunds that Tendwell bears itself, or that were paid another way than to the card, so that
 * the provider has no trace of them. All admins get an email about a day on which their sum is large.
 * @see docs/rules/money.md#refunds-by-staff
 */
import { formatUsd } from '@tendwell/contract/money'
import { shortenName } from '@tendwell/contract/people/names'
import { paths } from '@tendwell/contract/routes'
import { STAFF_ROLE_NAMES } from '@tendwell/contract/staff/staff'
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { dayStart } from '../../../platform/database/days.ts'
import { greet } from '../../../ports/mailer/email.ts'
import { listGivenAwayRefunds } from '../../bookings/index.ts'
import { defineAdminMail, findUser, listAuditEntries, queueAdminMails } from '../../people/index.ts'

/** All admins are mailed about a UTC day whose sum is at least this. */
const MAILED_FROM_CENTS = 50_000
/** How long after its end a day is summed: by then all its transactions have committed. */
const SUM_DELAY_MS = HOUR_MS

const SUM_JOB = 'admin.sum-up-given-away'

/** `day` is the UTC day, `YYYY-MM-DD`. */
type Day = { day: string }

/** Adds the job that sums up a refund's day after its end. @param at when the refund was made or recorded */
export async function scheduleGivenAwaySum(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  at: Date,
): Promise<void> {
  const day = at.toISOString().slice(0, 10)
  const runAt = new Date(dayStart(day, 1).getTime() + SUM_DELAY_MS)
  await jobs.add(transaction, SUM_JOB, { day }, { key: `${SUM_JOB}:${day}`, runAt })
}

/** Handles the job that sums up a day and mails all admins if the sum is large. */
export function givenAwayRefundJobs(deps: Deps): void {
  deps.jobs.handle<Day>(SUM_JOB, async ({ day }) => {
    const sums = await listGivenAway(deps.database, day)
    if (sumCents(sums) < MAILED_FROM_CENTS) return
    await withTransaction(deps.database, (transaction) => {
      const keyOf = (adminId: number) => `${givenAwayMail.name}:${day}:${adminId}`
      return queueAdminMails(transaction, deps, givenAwayMail, { day }, { keyOf })
    })
  })
}

export const givenAwayMail = defineAdminMail<Day>(
  'admin.send-given-away-email',
  async (deps, { fullName }, { day }) => {
    const sums = await listGivenAway(deps.database, day)
    const total = formatUsd(sumCents(sums))
    return {
      subject: `Refunds of ${total} on ${day} cost Tendwell, or were paid another way`,
      greeting: greet(fullName),
      paragraphs: [
        `These are the refunds that Tendwell bears itself, and those that were recorded as paid another way than to the card. You get this email for each day on which they come to ${formatUsd(MAILED_FROM_CENTS)} or more.`,
        'The audit log says of which bookings they are, and why. If one looks wrong to you, talk to the colleague who made it.',
        'All admins get this email.',
      ],
      facts: [{ label: 'Made by', lines: await describeSums(deps.database, sums) }],
      action: {
        label: 'See these refunds in the audit log',
        url: `${deps.publicUrl()}${paths.adminAudit}?topic=given_away&from=${day}&to=${day}`,
      },
    }
  },
)

type GivenAwaySum = { actorId: number; cents: number }

/** The sum of what each member of staff gave away on a UTC day: made alone, approved or recorded. */
async function listGivenAway(reader: Reader, day: string): Promise<GivenAwaySum[]> {
  const [from, to] = [dayStart(day), dayStart(day, 1)]
  const madeRefunds = await listGivenAwayRefunds(reader, { from, to })
  const entries = await listAuditEntries(reader, ['refund.paid-another-way'], { from, to })
  const recordedRefunds = entries.map(({ actorId, after }) => ({
    actorId,
    cents: (after as { amountCents: number }).amountCents,
  }))
  const sums = new Map<number, number>()
  for (const { actorId, cents } of [...madeRefunds, ...recordedRefunds]) {
    if (actorId !== null) sums.set(actorId, (sums.get(actorId) ?? 0) + cents)
  }
  return [...sums].map(([actorId, cents]) => ({ actorId, cents }))
}

const sumCents = (sums: readonly GivenAwaySum[]) => sums.reduce((sum, { cents }) => sum + cents, 0)

/** Lines such as `Finn Finance (Finance): $350.00`, the largest sum first. */
async function describeSums(reader: Reader, sums: readonly GivenAwaySum[]): Promise<string[]> {
  const lines: string[] = []
  for (const { actorId, cents } of sums.toSorted((one, other) => other.cents - one.cents)) {
    const actor = await findUser(reader, actorId)
    const role = actor?.staffRole ? STAFF_ROLE_NAMES[actor.staffRole] : 'No longer on the staff'
    lines.push(`${actor ? shortenName(actor.fullName) : 'Someone'} (${role}): ${formatUsd(cents)}`)
  }
  return lines
}
