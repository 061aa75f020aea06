-- A posting in one call, so that the accounts are locked for as short as can be. The movements come as arrays of one
-- length; an owner of null is the platform. Answers 'posted', 'known' when the key was posted before, or 'short' when an
-- account holds less than it gives: the caller must then roll back.
CREATE FUNCTION post_to_ledger(
  new_key text, new_category text, posted_at timestamptz, kinds text[], owners integer[], cents bigint[]
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  new_id integer;
  ids integer[] := '{}';
  found_id integer;
BEGIN
  INSERT INTO ledger_transactions (key, category, created_at) VALUES (new_key, new_category, posted_at)
    ON CONFLICT DO NOTHING RETURNING id INTO new_id;
  IF new_id IS NULL THEN RETURN 'known'; END IF;

  FOR turn IN 1..2 LOOP
    ids := '{}';
    FOR index IN 1..cardinality(kinds) LOOP
      IF owners[index] IS NULL THEN
        SELECT id INTO found_id FROM ledger_accounts WHERE kind = kinds[index] AND owner_id IS NULL;
      ELSE
        SELECT id INTO found_id FROM ledger_accounts WHERE kind = kinds[index] AND owner_id = owners[index];
      END IF;
      EXIT WHEN found_id IS NULL;
      ids := ids || found_id;
    END LOOP;
    EXIT WHEN cardinality(ids) = cardinality(kinds);
    -- Only now, because an insert that finds its row there would still use up an id at every posting.
    INSERT INTO ledger_accounts (kind, owner_id)
      SELECT DISTINCT kind, owner FROM unnest(kinds, owners) AS wanted (kind, owner) ORDER BY kind, owner
      ON CONFLICT DO NOTHING;
  END LOOP;

  PERFORM 1 FROM ledger_accounts WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
  -- Only clearing may fall below zero: it mirrors what the provider holds.
  IF EXISTS (
    SELECT 1 FROM ledger_accounts account JOIN (
      SELECT id, sum(amount) AS amount FROM unnest(ids, cents) AS moved (id, amount) GROUP BY id
    ) AS change USING (id)
    WHERE account.kind <> 'clearing' AND account.balance_cents + change.amount < 0
  ) THEN RETURN 'short'; END IF;

  INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
    SELECT new_id, id, amount FROM unnest(ids, cents) AS moved (id, amount);
  UPDATE ledger_accounts SET balance_cents = balance_cents + change.amount
    FROM (SELECT id, sum(amount)::bigint AS amount FROM unnest(ids, cents) AS moved (id, amount) GROUP BY id) AS change
    WHERE ledger_accounts.id = change.id;
  RETURN 'posted';
END $$;
