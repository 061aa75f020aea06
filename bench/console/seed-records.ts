/**
 * Seeds refunds, payouts, notes and the audit log: what a person's and a booking's record shows beside its
 * lists.
 */

const REFUNDS = `
  INSERT INTO refunds (payment_id, key, amount_cents, reason, status, asked_at, provider_refund_id, created_at, updated_at)
  SELECT request_id, 'dispute:' || id, refund_cents, 'The dispute was decided', 'succeeded', ended_at, 're_' || id,
    ended_at, ended_at
  FROM disputes WHERE refund_cents > 0`

/** One for every sixth released payment. They were canceled, so that they moved no money in the end. */
const PAYOUTS = `
  INSERT INTO payouts (user_id, provider, account_id, amount_cents, status, outcome, created_at, updated_at)
  SELECT payee_id, 'sandbox', 'acct_' || payee_id, amount_cents, 'canceled', 'canceled', released_at, released_at
  FROM payments WHERE released_at IS NOT NULL AND id % 6 = 0`

/**
 * Everyone signed up and logged in, most of them more than once; each dispute was escalated by the first
 * person.
 */
const AUDIT = `
  INSERT INTO audit_log (at, actor_id, action, subject, address)
  SELECT created_at + turn * interval '3 days', id, CASE turn WHEN 0 THEN 'signup' ELSE 'login' END, 'user:' || id,
    '192.0.2.' || id % 250
  FROM users, generate_series(0, id % 7) AS turn
  UNION ALL
  SELECT opened_at + interval '1 day', 1, 'dispute.escalate', 'dispute:' || id, '192.0.2.1' FROM disputes
  UNION ALL
  SELECT submitted_at + interval '2 days', 1, 'messages.opened', 'request:' || id, '192.0.2.1' FROM requests WHERE id % 50 = 0
  ORDER BY 1`

const NOTES = `
  INSERT INTO admin_notes (subject, author_id, text, created_at)
  SELECT 'user:' || id, 1, 'They called about their last booking and were happy with our answer.',
    created_at + turn * interval '10 days'
  FROM users, generate_series(1, 3) AS turn WHERE id % 20 = 0`

export const RECORD_STEPS = [REFUNDS, PAYOUTS, AUDIT, NOTES]
