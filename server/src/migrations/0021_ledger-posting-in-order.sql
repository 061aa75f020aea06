-- The same call as before, with less to do while the accounts are locked: the entries are written first, and then the
-- balances are moved, in the order of kind and owner. A balance that would fall below zero is not moved, and then the
-- caller must roll back. Of several movements of one account those that give it money come first, so that only their
-- sum counts.
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
  FOR place IN 1..cardinality(ids) LOOP
    UPDATE ledger_accounts SET balance_cents = balance_cents + amounts[place]
      WHERE id = ids[place] AND (kind = 'clearing' OR balance_cents + amounts[place] >= 0);
    IF NOT FOUND THEN RETURN 'short'; END IF;
  END LOOP;
  RETURN 'posted';
END $$;
