-- The trigger that adds up what a statement writes also sees that each entry's transaction is there, all at once: the
-- foreign key looked for it once an entry, and transactions are never deleted.
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION require_balanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  problem record;
BEGIN
  SELECT transaction_id, owner.id IS NULL AS is_missing INTO problem
    FROM inserted LEFT JOIN ledger_transactions AS owner ON owner.id = transaction_id
    GROUP BY transaction_id, owner.id HAVING owner.id IS NULL OR sum(amount_cents) <> 0
    LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF problem.is_missing THEN
    RAISE EXCEPTION 'there is no ledger transaction %', problem.transaction_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RAISE EXCEPTION 'the entries of a ledger transaction must sum to zero' USING ERRCODE = 'check_violation';
END $$;
