-- Where the money of the payments there are lies now.
UPDATE payments SET paid_at = posted.created_at
  FROM ledger_transactions posted WHERE posted.key = 'payment:' || payments.id || ':payment_in';
--> statement-breakpoint
UPDATE payments SET released_at = posted.created_at
  FROM ledger_transactions posted WHERE posted.key = 'payment:' || payments.id || ':release';
--> statement-breakpoint
UPDATE payments SET escrow_cents = amount_cents - fee_cents
  WHERE status = 'succeeded' AND released_at IS NULL;
--> statement-breakpoint
UPDATE payments SET refund_cents = amount_cents WHERE status IN ('refunding', 'refunded');
--> statement-breakpoint
INSERT INTO refunds (payment_id, key, amount_cents, reason, status, asked_at, provider_refund_id, created_at, updated_at)
  SELECT id, 'refund-' || id, amount_cents, coalesce(failure_reason, 'Refunded in full'),
    CASE status WHEN 'refunded' THEN 'succeeded' ELSE 'pending' END, updated_at, refund_id, updated_at, updated_at
  FROM payments WHERE status IN ('refunding', 'refunded');
--> statement-breakpoint

-- What a reconciliation found is written once.
CREATE TRIGGER reconciliations_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
