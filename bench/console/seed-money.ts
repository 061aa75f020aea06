/** Seeds payments, ledger entries, disputes with evidence and reconciliations for the seeded requests. */

/** Payments older than 20 days are released. */
const PAYMENTS = `
  INSERT INTO payments (id, request_id, payer_id, payee_id, amount_cents, fee_cents, status, provider,
    session_id, payment_intent_id, charge_id, escrow_cents, paid_at, released_at, expires_at, created_at, updated_at)
  OVERRIDING SYSTEM VALUE
  SELECT id, id, family_id, caregiver_id, price_cents, 0, 'succeeded', 'sandbox', 'cs_' || id, 'pi_' || id,
    'ch_' || id, CASE WHEN is_released THEN 0 ELSE price_cents END, paid_at,
    CASE WHEN is_released THEN paid_at + interval '20 days' END, paid_at + interval '1 day', paid_at, paid_at
  FROM (SELECT requests.*, paid_at < now_at - interval '20 days' AS is_released FROM requests, chosen
    WHERE paid_at IS NOT NULL) AS paid`

/**
 * One paid request in twenty has a dispute. Most older ones have ended, and two in five closed ones with a
 * refund of half.
 */
const DISPUTES = `
  INSERT INTO disputes (id, request_id, family_id, caregiver_id, type, other_type_text, reason, status, ended_by,
    resolution, held_cents, refund_cents, opened_at, ended_at)
  OVERRIDING SYSTEM VALUE
  SELECT row_number() OVER (ORDER BY id), id, family_id, caregiver_id, type,
    CASE type WHEN 'other' THEN 'Something else' END, 'They came much later than we had agreed.', status,
    CASE WHEN has_ended THEN 'admin' END, CASE WHEN has_ended THEN 'Both sides were heard.' END, price_cents,
    CASE WHEN status = 'closed' AND id % 5 < 2 THEN price_cents / 2 ELSE 0 END, opened_at,
    CASE WHEN has_ended THEN opened_at + interval '6 days' END
  FROM (
    SELECT picked.*, status IN ('closed', 'rejected') AS has_ended FROM (
      SELECT id, family_id, caregiver_id, price_cents, paid_at + interval '16 days' AS opened_at,
        (ARRAY['payment', 'service_quality', 'communication', 'schedule', 'other'])[1 + floor(5 * random())] AS type,
        CASE WHEN paid_at > now_at - interval '40 days' OR random() < 0.02
          THEN (ARRAY['submitted', 'submitted', 'escalated'])[1 + floor(3 * random())]
          ELSE (ARRAY['closed', 'closed', 'rejected'])[1 + floor(3 * random())] END AS status
      FROM requests, chosen
      WHERE paid_at < now_at - interval '17 days' AND random() < 0.05) AS picked) AS decided`

const REFUNDED = `
  UPDATE payments SET refund_cents = disputes.refund_cents FROM disputes
  WHERE disputes.request_id = payments.request_id AND disputes.refund_cents > 0`

const EVIDENCE_FILES = `
  INSERT INTO files (id, owner_id, kind, purpose, content_type, bytes, sha256, storage_key, original_name, created_at)
  SELECT pg_temp.file_id('evidence' || id || at), family_id, 'evidence', 'evidence', 'image/png', 100000, md5('evidence' || id || at),
    'seed/evidence' || id || at, 'evidence.png', opened_at
  FROM disputes, generate_series(1, request_id % 4) AS at`

const EVIDENCE = `
  INSERT INTO dispute_evidence (dispute_id, file_id, caption, uploader_id, uploaded_at, bytes)
  SELECT id, pg_temp.file_id('evidence' || id || at), 'Evidence file: evidence.png', family_id, opened_at, 100000
  FROM disputes, generate_series(1, request_id % 4) AS at`

const ACCOUNTS = `
  INSERT INTO ledger_accounts (kind, owner_id)
  SELECT kind, null::int FROM unnest(ARRAY['clearing', 'unallocated']) AS kind
  UNION ALL
  SELECT kind, id FROM users, unnest(ARRAY['escrow', 'available']) AS kind WHERE role = 'caregiver'`

/** Each movement has an amount, a source account and a target account. */
const MOVEMENTS = `
  CREATE TEMP TABLE seed_movements AS
  SELECT row_number() OVER (ORDER BY moved_at, step, request_id) AS id, moves.* FROM (
    SELECT request_id, 1 AS step, 'payment_in' AS category, paid_at AS moved_at, amount_cents AS cents,
      'clearing' AS source, 'unallocated' AS target, payee_id AS owner FROM payments
    UNION ALL
    SELECT request_id, 2, 'escrow_in', paid_at, amount_cents, 'unallocated', 'escrow', payee_id FROM payments
    UNION ALL
    SELECT request_id, 3, 'release', released_at, amount_cents, 'escrow', 'available', payee_id FROM payments
      WHERE released_at IS NOT NULL
    UNION ALL
    SELECT request_id, 4, 'refund_out', ended_at, refund_cents, 'available', 'clearing', caregiver_id FROM disputes
      WHERE refund_cents > 0) AS moves`

const TRANSACTIONS = `
  INSERT INTO ledger_transactions (id, key, category, created_at)
  OVERRIDING SYSTEM VALUE
  SELECT id, 'payment:' || request_id || ':' || category, category, moved_at FROM seed_movements`

const ENTRIES = `
  INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
  SELECT moved.id, account.id, side.cents
  FROM seed_movements AS moved
  CROSS JOIN LATERAL (VALUES (source, -cents), (target, cents)) AS side (kind, cents)
  JOIN ledger_accounts AS account ON account.kind = side.kind
    AND coalesce(account.owner_id, 0) = CASE WHEN side.kind IN ('escrow', 'available') THEN owner ELSE 0 END
  ORDER BY moved.id, side.cents`

const BALANCES = `
  UPDATE ledger_accounts SET balance_cents = moved.cents
  FROM (SELECT account_id, sum(amount_cents) AS cents FROM ledger_entries GROUP BY account_id) AS moved
  WHERE moved.account_id = ledger_accounts.id`

const REPORTS = `
  INSERT INTO reconciliations (provider, from_at, until_at, compared, difference_count, differences, created_at)
  SELECT 'sandbox', until_at - interval '1 day', until_at, 1400, 0, '[]', until_at
  FROM chosen, generate_series(begun_at, now_at, interval '1 day') AS until_at`

export const MONEY_STEPS = [
  PAYMENTS,
  DISPUTES,
  REFUNDED,
  EVIDENCE_FILES,
  EVIDENCE,
  ACCOUNTS,
  MOVEMENTS,
  'ANALYZE',
  TRANSACTIONS,
  // Skips the row triggers, which would be slow.
  'SET session_replication_role = replica',
  ENTRIES,
  BALANCES,
  'RESET session_replication_role',
  REPORTS,
]
