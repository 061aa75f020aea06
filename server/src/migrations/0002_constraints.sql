-- What the schema language of the tables can't express.

CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint

-- No two live bookings of a caregiver overlap, whatever the code does (decisions §5).
ALTER TABLE occupied_times ADD CONSTRAINT occupied_times_no_overlap
  EXCLUDE USING gist (caregiver_id WITH =, tstzrange(starts_at, ends_at) WITH &&);
--> statement-breakpoint

CREATE INDEX caregiver_profiles_name ON caregiver_profiles USING gin (lower(full_name) gin_trgm_ops);
--> statement-breakpoint

-- Ledger transactions and entries are written once (decisions §6).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is written once and never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- The entries of a transaction are inserted by one statement and sum to zero.
CREATE FUNCTION require_balanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM inserted GROUP BY transaction_id HAVING sum(amount_cents) <> 0) THEN
    RAISE EXCEPTION 'the entries of a ledger transaction must sum to zero' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION require_balanced_entries();
