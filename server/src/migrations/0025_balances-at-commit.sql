-- A balance moves with its entries when their database transaction commits: nobody waits for an account while another
-- transaction goes on with something else, above all not for the platform's own, through which every payment goes. The
-- check on the balance refuses what would take it below zero. So an account is no longer looked up by a foreign key,
-- which would lock it as soon as an entry is written: the same trigger refuses an entry whose account is not there.
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk";
--> statement-breakpoint
CREATE FUNCTION refuse_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a ledger account is never deleted, and its balance moves with its entries alone'
    USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_kept BEFORE DELETE OR TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_account_change();
--> statement-breakpoint
-- So neither can a posting that began before this migration move a balance twice.
CREATE TRIGGER ledger_accounts_moved BEFORE UPDATE OF balance_cents ON ledger_accounts
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_account_change();
--> statement-breakpoint
CREATE FUNCTION move_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger_accounts SET balance_cents = balance_cents + NEW.amount_cents WHERE id = NEW.account_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no ledger account %', NEW.account_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_moved AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION move_balance();
--> statement-breakpoint
-- Writes the entries in the order of kind and owner, in which their balances then move; of several movements of one
-- account those that give it money come first, so that only their sum counts.
CREATE OR REPLACE FUNCTION post_to_ledger(
  new_key text, new_category text, posted_at timestamptz, kinds text[], owners integer[], cents bigint[]
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  new_id integer;
  movement record;
  found_id integer;
  ids integer[] := '{}';
  amounts bigint[] := '{}';
BEGIN
  INSERT INTO ledger_transactions (key, category, created_at) VALUES (new_key, new_category, posted_at)
    ON CONFLICT DO NOTHING RETURNING id INTO new_id;
  IF new_id IS NULL THEN RETURN 'known'; END IF;

  FOR movement IN
    SELECT kind, owner, amount FROM unnest(kinds, owners, cents) AS wanted (kind, owner, amount)
    ORDER BY kind COLLATE "C", owner, amount DESC
  LOOP
    FOR turn IN 1..2 LOOP
      IF movement.owner IS NULL THEN
        SELECT id INTO found_id FROM ledger_accounts WHERE kind = movement.kind AND owner_id IS NULL;
      ELSE
        SELECT id INTO found_id FROM ledger_accounts WHERE kind = movement.kind AND owner_id = movement.owner;
      END IF;
      EXIT WHEN found_id IS NOT NULL;
      -- Only now, because an insert that finds its row there would still use up an id at every posting.
      INSERT INTO ledger_accounts (kind, owner_id) VALUES (movement.kind, movement.owner) ON CONFLICT DO NOTHING;
    END LOOP;
    ids := ids || found_id;
    amounts := amounts || movement.amount;
  END LOOP;

  INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
    SELECT new_id, id, amount FROM unnest(ids, amounts) AS moved (id, amount);
  RETURN 'posted';
END $$;
