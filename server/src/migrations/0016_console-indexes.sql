-- Admins look for people by a part of their name or address.
CREATE INDEX users_name_parts ON users USING gin (lower(full_name) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX users_email_parts ON users USING gin (email gin_trgm_ops);
--> statement-breakpoint

-- The figures of a period, read from the index alone.
CREATE INDEX requests_submitted ON requests (submitted_at) INCLUDE (caretaker_id, caregiver_id);
--> statement-breakpoint
CREATE INDEX requests_paid ON requests (paid_at) WHERE paid_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX ledger_transactions_revenue ON ledger_transactions (created_at)
  WHERE category IN ('payment_in', 'refund_out');
--> statement-breakpoint
CREATE INDEX requests_open ON requests (id DESC) WHERE status = 'submitted';
