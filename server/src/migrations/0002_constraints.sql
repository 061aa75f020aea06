-- Constraints, indexes, triggers and a function that the tables' schema language can't express.

-- No two booked times of a caregiver overlap, buffers included, whatever the code does.
ALTER TABLE booked_times ADD CONSTRAINT booked_times_no_overlap
  EXCLUDE USING gist (caregiver_id WITH =, tstzrange(starts_at, blocked_until) WITH &&);
--> statement-breakpoint

-- Weekly hours don't overlap, in minutes of the week. 00:00 as an end is the midnight that ends the day, and a
-- window can end on the next day: from Sunday that is Monday.
ALTER TABLE availability_rules ADD CONSTRAINT availability_rules_no_overlap
  EXCLUDE USING gist (caregiver_id WITH =, (to_minutes_of_week(weekday, start_local, end_local, ends_next_day)) WITH &&);
--> statement-breakpoint

CREATE TRIGGER audit_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint
CREATE TRIGGER audit_seals_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint
CREATE TRIGGER document_checks_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON document_checks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint
CREATE TRIGGER consents_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON consents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER reconciliations_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_kept BEFORE DELETE OR TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_balance BEFORE UPDATE OF balance_cents ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_balance_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_applied AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION apply_ledger_entries();
--> statement-breakpoint

-- A move frees the old hours of a booking before it takes the new ones, in one transaction.
ALTER TABLE bookings ALTER CONSTRAINT bookings_booked_time_id_booked_times_id_fk DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint

-- The name of a person as a viewer sees it. Where surnames are hidden, only caregivers have hidden ones: the full name is
-- for themselves, staff, and families whose request they have accepted, whatever became of it. A viewer of null is a
-- visitor.
CREATE FUNCTION shown_name(full_name text, person_id integer, viewer_id integer) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT public_name(full_name,
    EXISTS (SELECT FROM caregiver_profiles WHERE user_id = person_id AND hides_surname)
    AND viewer_id IS DISTINCT FROM person_id
    AND NOT EXISTS (SELECT FROM users WHERE id = viewer_id AND role = 'admin')
    AND NOT EXISTS (SELECT FROM requests WHERE family_id = viewer_id AND caregiver_id = person_id
      AND (status = 'accepted' OR (answered_at IS NOT NULL AND rejection_cause <> 'caregiver'))))
$$;
