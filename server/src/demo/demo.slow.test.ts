import { nameSchema } from '@tendwell/contract/people/names'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDemo, type TestDemo } from '../../test/demo.ts'

let demo: TestDemo
beforeAll(async () => {
  demo = await openDemo()
})
afterAll(() => demo.close())

describe('the demo', () => {
  test('agrees with the payment provider about every cent', async () => {
    await demo.reconcile()
    const reports = await demo.queryRows<{ compared: number; differences: object[] }>(
      'SELECT compared, differences FROM reconciliations',
    )
    expect(reports).toEqual([{ compared: expect.any(Number), differences: [] }])
    expect(reports[0]?.compared).toBeGreaterThan(20)
  })

  test('releases the money of every paid booking that is not released yet', async () => {
    const unscheduled = await demo.queryRows(`
      SELECT DISTINCT requests.id FROM requests JOIN request_windows ON request_id = requests.id
      WHERE paid_at IS NOT NULL AND request_windows.ends_at > now()
        AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs WHERE key = 'bookings.release:' || requests.id)`)
    expect(unscheduled).toEqual([])
    const [{ paid } = { paid: 0 }] = await demo.queryRows<{ paid: number }>(
      "SELECT count(*)::int AS paid FROM requests WHERE paid_at > now() - interval '20 days'",
    )
    expect(paid).toBeGreaterThan(0)
  })

  test('has 60 caregivers in 10 countries, all with portraits, most of them verified and with hours', async () => {
    const [counted] = await demo.queryRows(`
      SELECT count(*)::int AS caregivers, count(DISTINCT country)::int AS countries, count(avatar_file_id)::int AS portraits,
        count(*) FILTER (WHERE is_listed)::int AS listed,
        count(*) FILTER (WHERE EXISTS (SELECT 1 FROM availability_rules WHERE caregiver_id = user_id))::int AS with_hours,
        count(*) FILTER (WHERE rating_count > 0)::int AS rated, count(DISTINCT description)::int AS descriptions
      FROM caregiver_profiles JOIN users ON users.id = user_id`)
    expect(counted).toMatchObject({
      caregivers: 60,
      countries: 10,
      portraits: 60,
      listed: 54,
      with_hours: 54,
    })
    expect(counted).toMatchObject({ rated: expect.toSatisfy((rated: number) => rated > 45) })
    expect(counted).toMatchObject({ descriptions: expect.toSatisfy((different: number) => different > 50) })
  })

  test('has families with portraits, complete profiles and children', async () => {
    const [counted] = await demo.queryRows(`
      SELECT count(*)::int AS families, count(avatar_file_id)::int AS portraits,
        count(*) FILTER (WHERE profile_complete)::int AS complete,
        count(*) FILTER (WHERE phone_number <> '' AND notes <> '' AND care_needs <> '{}' AND languages <> '{}')::int AS filled_in,
        count(*) FILTER (WHERE EXISTS (SELECT 1 FROM children WHERE family_id = user_id))::int AS with_children
      FROM family_profiles JOIN users ON users.id = user_id`)
    const all = { families: 12, portraits: 12, complete: 12, filled_in: 12, with_children: 12 }
    expect(counted).toEqual(all)
  })

  test('shows every state of caregivers, requests and payments', async () => {
    const listStates = async (query: string) =>
      (await demo.queryRows<{ state: string }>(query)).map(({ state }) => state)
    expect(
      await listStates('SELECT DISTINCT verification_status AS state FROM caregiver_profiles ORDER BY 1'),
    ).toEqual(['flagged', 'pending', 'rejected', 'verified'])
    expect(
      await listStates(`
        SELECT DISTINCT concat_ws(' ', status, rejection_cause, CASE WHEN paid_at IS NOT NULL THEN 'paid' END) AS state
        FROM requests ORDER BY 1`),
    ).toEqual(['accepted', 'accepted paid', 'rejected caregiver', 'rejected conflict', 'submitted'])
    expect(await listStates('SELECT DISTINCT status AS state FROM payments ORDER BY 1')).toEqual([
      'open',
      'refunding',
      'succeeded',
    ])
  })

  test('has a night nanny, a declined request with a reason, and a visit ahead with both phone numbers', async () => {
    const [counted] = await demo.queryRows(`
      SELECT (SELECT count(*)::int FROM availability_rules JOIN users ON users.id = caregiver_id
          JOIN caregiver_profiles ON user_id = users.id
          WHERE users.full_name = 'Elena Kowalski' AND 'Night nanny' = ANY(skills) AND ends_next_day) AS nights,
        (SELECT count(*)::int FROM requests JOIN users ON users.id = family_id
          WHERE email = 'family@demo.tendwell.test' AND reject_reason = 'fully_booked') AS declined,
        (SELECT count(DISTINCT requests.id)::int FROM requests JOIN request_windows ON request_id = requests.id
          JOIN users family ON family.id = family_id JOIN users caregiver ON caregiver.id = requests.caregiver_id
          WHERE family.email = 'family@demo.tendwell.test' AND paid_at IS NOT NULL AND status = 'accepted' AND starts_at > now()
            AND family.phone_number <> '' AND caregiver.phone_number <> '') AS reachable`)
    expect(counted).toEqual({ nights: 5, declined: 1, reachable: 1 })
  })

  test('has nannies near New York who do the same care at the same hours, so that a family can ask several', async () => {
    const nannies = await demo.queryRows(`
      SELECT city, (SELECT count(*) FROM unnest(skills) AS skill WHERE skill IN ('Newborn care', 'Infant care', 'Sleep training')) > 0
          AND (SELECT count(*) FROM unnest(skills) AS skill WHERE skill IN ('Toddler care', 'Outdoor play', 'Bedtime routines')) > 0 AS both,
        (SELECT count(*)::int FROM availability_rules WHERE caregiver_id = user_id AND start_local = '08:00' AND end_local = '17:00') AS days
      FROM caregiver_profiles
      WHERE full_name IN ('Sofia Delgado', 'Marcus Coleman', 'Priscilla Grant') AND latitude IS NOT NULL ORDER BY city`)
    const nanny = { both: true, days: 5 }
    expect(nannies).toEqual(['Brooklyn', 'Jersey City', 'New York'].map((city) => ({ city, ...nanny })))
  })

  test('has a meeting for each demo login: one to answer, and one that takes place', async () => {
    const meetings = await demo.queryRows(`
      SELECT users.email, meetings.status FROM meetings JOIN users ON users.id IN (caregiver_id, family_id)
      WHERE users.email IN ('caregiver@demo.tendwell.test', 'family@demo.tendwell.test') AND starts_at > now() ORDER BY 1`)
    expect(meetings).toEqual([
      { email: 'caregiver@demo.tendwell.test', status: 'asked' },
      { email: 'family@demo.tendwell.test', status: 'accepted' },
    ])
  })

  test('has conversations, with unread messages for the demo logins', async () => {
    const countUnread = (side: 'family' | 'caregiver', other: string) =>
      demo.queryRows(`
        SELECT count(DISTINCT conversations.id)::int AS conversations,
          count(*) FILTER (WHERE sequence > ${side}_read AND sender = '${other}')::int AS unread
        FROM conversations JOIN messages ON conversation_id = conversations.id JOIN users ON users.id = ${side}_id
        WHERE email = '${side}@demo.tendwell.test'`)
    expect(await countUnread('family', 'caregiver')).toEqual([{ conversations: 3, unread: 3 }])
    expect(await countUnread('caregiver', 'caretaker')).toEqual([{ conversations: 4, unread: 3 }])
    expect(
      await demo.queryRows(`
        SELECT 1 FROM messages AS one JOIN messages AS next USING (conversation_id)
        WHERE next.sequence > one.sequence AND next.created_at < one.created_at`),
    ).toEqual([])
  })

  test('has disputes in every status, bookings to review and recently active users', async () => {
    expect(
      await demo.queryRows(`
        SELECT status, count(*)::int AS count, bool_or(EXISTS (SELECT 1 FROM dispute_evidence WHERE dispute_id = disputes.id)) AS has_evidence, (sum(refund_cents) > 0) AS is_refunded
        FROM disputes JOIN users ON users.id = family_id WHERE email = 'family@demo.tendwell.test' GROUP BY 1 ORDER BY 1`),
    ).toEqual([
      { status: 'closed', count: 1, has_evidence: true, is_refunded: true },
      { status: 'escalated', count: 1, has_evidence: true, is_refunded: false },
      { status: 'rejected', count: 1, has_evidence: false, is_refunded: false },
      { status: 'submitted', count: 1, has_evidence: true, is_refunded: false },
    ])
    const [lively] = await demo.queryRows(`
      SELECT (SELECT count(*)::int FROM disputes JOIN users ON users.id = caregiver_id
          WHERE email = 'caregiver@demo.tendwell.test') AS assigned,
        (SELECT count(*)::int FROM bookings JOIN request_windows ON request_windows.id = window_id
            JOIN requests ON requests.id = request_windows.request_id JOIN users ON users.id = family_id
          WHERE email = 'family@demo.tendwell.test' AND ends_at < now()
            AND NOT EXISTS (SELECT 1 FROM reviews WHERE booking_id = bookings.id)) AS unreviewed,
        (SELECT count(DISTINCT user_id)::int FROM active_months) AS seen`)
    expect(lively).toEqual({
      assigned: 3,
      unreviewed: expect.toSatisfy((unreviewed: number) => unreviewed > 5),
      seen: expect.toSatisfy((seen: number) => seen > 50),
    })
  })

  test('has only people whose names could be entered', async () => {
    const people = await demo.queryRows<{ name: string }>('SELECT full_name AS name FROM users')
    expect(people.map(({ name }) => name).filter((name) => !nameSchema().safeParse(name).success)).toEqual([])
  })

  test('has a ledger that agrees with the provider, and no overlapping bookings', async () => {
    const [books] = await demo.queryRows(`
      SELECT (SELECT sum(amount_cents)::int FROM ledger_entries) AS sum,
        (SELECT -balance_cents::int FROM ledger_accounts WHERE kind = 'clearing')
          - (SELECT sum(amount_cents)::int FROM sandbox.movements)
          - (SELECT coalesce(sum(amount_cents), 0)::int FROM payouts WHERE status = 'processing') AS difference,
        (SELECT count(*)::int FROM reviews JOIN bookings ON bookings.id = booking_id JOIN request_windows ON request_windows.id = window_id
          WHERE reviews.created_at < ends_at) AS early_reviews,
        (SELECT count(*)::int FROM booked_times one JOIN booked_times other USING (caregiver_id)
          WHERE one.id < other.id AND one.starts_at < other.ends_at AND other.starts_at < one.ends_at) AS overlaps`)
    expect(books).toEqual({ sum: 0, difference: 0, early_reviews: 0, overlaps: 0 })
  })
})

/** The data that must be the same on every run. */
function readSnapshot() {
  return demo.queryRows(`
    SELECT full_name, city, country, rate_cents, skills, languages, description, timezone, verification_status,
      (SELECT count(*)::int FROM requests WHERE caregiver_id = user_id) AS requests
    FROM caregiver_profiles ORDER BY user_id`)
}

test('is not touched by a second run, and is rebuilt after an interrupted one', async () => {
  const before = await readSnapshot()
  const findLastUser = () => demo.queryRows('SELECT max(id)::int AS last FROM users')
  const last = await findLastUser()
  await demo.fill()
  expect(await findLastUser()).toEqual(last)

  await demo.queryRows(`UPDATE platform_state SET value = '"filling"' WHERE key = 'demo_data'`)
  await demo.queryRows('DELETE FROM notifications')
  await demo.fill()
  expect(await readSnapshot()).toEqual(before)
})
