-- Extensions and functions. Each function is defined once; the tables and triggers below use them.

CREATE EXTENSION btree_gist;
--> statement-breakpoint
CREATE EXTENSION pg_trgm;
--> statement-breakpoint
CREATE EXTENSION unaccent;
--> statement-breakpoint

-- Text without case and accents, for comparisons. Immutable, unlike unaccent() itself, so that generated columns and
-- indexes can use it.
CREATE FUNCTION fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(unaccent('unaccent'::regdictionary, normalize($1, NFC)));
--> statement-breakpoint

-- array_to_string() for text, immutable for generated columns.
CREATE FUNCTION join_words(text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN array_to_string($1, ' ');
--> statement-breakpoint

-- For tables whose rows are written once: the ledger, the audit log, reconciliations.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is written once and never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint

CREATE FUNCTION refuse_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a ledger account is never deleted' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_direct_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'the balance of a ledger account moves with its entries alone' USING ERRCODE = 'restrict_violation';
END $$;
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

CREATE FUNCTION require_balanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint

CREATE FUNCTION post_to_ledger(
  new_key text, new_category text, posted_at timestamptz, kinds text[], owners integer[], cents bigint[]
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  new_id integer;
  found_id integer;
  ids integer[];
BEGIN
  INSERT INTO ledger_transactions (key, category, created_at) VALUES (new_key, new_category, posted_at)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO new_id;
  IF new_id IS NULL THEN RETURN 'known'; END IF;

  FOR n IN 1..cardinality(kinds) LOOP
    FOR turn IN 1..2 LOOP
      IF owners[n] IS NULL THEN
        SELECT id INTO found_id FROM ledger_accounts WHERE kind = kinds[n] AND owner_id IS NULL;
      ELSE
        SELECT id INTO found_id FROM ledger_accounts WHERE kind = kinds[n] AND owner_id = owners[n];
      END IF;
      EXIT WHEN found_id IS NOT NULL;
      INSERT INTO ledger_accounts (kind, owner_id) VALUES (kinds[n], owners[n]) ON CONFLICT DO NOTHING;
    END LOOP;
    ids[n] := found_id;
  END LOOP;

  INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
    SELECT new_id, id, amount FROM unnest(ids, cents) AS moved (id, amount);
  RETURN 'posted';
END $$;
