-- Extensions and functions. Each function is defined once; the tables and triggers below use them.

CREATE EXTENSION btree_gist;
--> statement-breakpoint
CREATE EXTENSION fuzzystrmatch;
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

-- A caregiver's name as strangers see it: as it is, or with an initial for the surname, as toPublicName() writes it.
CREATE FUNCTION public_name(full_name text, hides_surname boolean) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN CASE
    WHEN NOT hides_surname THEN full_name
    WHEN full_name ~* '^the .+ family$' THEN 'The ' || upper(substr(full_name, 5, 1)) || '. family'
    ELSE regexp_replace(full_name, '[ ,・].*$', '')
      || coalesce(' ' || upper(substring(rtrim(full_name, ' ,・') FROM '[ ,・]([^ ,・])[^ ,・]*$')) || '.', '') END;
--> statement-breakpoint

-- Weekly hours in minutes of the week, from 00:00 on Monday. What goes past Sunday's end is on Monday.
CREATE FUNCTION to_minutes_of_week(weekday integer, start_local text, end_local text, ends_next_day boolean)
  RETURNS int4multirange LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  BEGIN ATOMIC
    SELECT int4multirange(int4range(starts, ends)) * '{[0,10080)}' + int4multirange(int4range(starts - 10080, ends - 10080)) * '{[0,10080)}'
    FROM (SELECT
      (weekday - 1) * 1440 + substr(start_local, 1, 2)::int * 60 + substr(start_local, 4, 2)::int AS starts,
      (weekday - 1) * 1440 + substr(end_local, 1, 2)::int * 60 + substr(end_local, 4, 2)::int
        + CASE WHEN ends_next_day OR end_local = '00:00' THEN 1440 ELSE 0 END AS ends) AS hours;
  END;
--> statement-breakpoint

-- The distance between two points on the earth, by the haversine formula.
CREATE FUNCTION distance_km(latitude float8, longitude float8, other_latitude float8, other_longitude float8)
  RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN 12742 * asin(least(1, sqrt(
    sin(radians(other_latitude - latitude) / 2) ^ 2 +
    cos(radians(latitude)) * cos(radians(other_latitude)) * sin(radians(other_longitude - longitude) / 2) ^ 2)));
--> statement-breakpoint

-- For tables whose rows are written once: the ledger, the audit log, reconciliations.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is not allowed: its rows are written once', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint

-- The same for rows whose words an erasure may remove: it says so in its own transaction. They are never deleted.
CREATE FUNCTION refuse_change_but_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('tendwell.erasing', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% of % is not allowed: its rows are written once', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint

-- The balance of a ledger account moves only with its entries, by apply_ledger_entries().
CREATE FUNCTION refuse_balance_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'a ledger balance moves only with its entries' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint

-- Locks a ledger account until the end of the transaction. Opens it at zero if it does not exist.
CREATE FUNCTION lock_ledger_account(
  wanted_kind text, wanted_owner integer, OUT account_id integer, OUT balance bigint
) LANGUAGE plpgsql AS $$
BEGIN
  LOOP
    SELECT id, balance_cents INTO account_id, balance FROM ledger_accounts
      WHERE kind = wanted_kind AND (owner_id = wanted_owner OR (owner_id IS NULL AND wanted_owner IS NULL))
      FOR NO KEY UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO ledger_accounts (kind, owner_id) VALUES (wanted_kind, wanted_owner) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;
--> statement-breakpoint

-- Runs once for each INSERT into ledger_entries: checks that the entries of a transaction sum to zero, and moves the
-- balances.
CREATE FUNCTION apply_ledger_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM inserted GROUP BY transaction_id HAVING sum(amount_cents) <> 0) THEN
    RAISE EXCEPTION 'the entries of a ledger transaction must sum to zero' USING ERRCODE = 'check_violation';
  END IF;
  UPDATE ledger_accounts SET balance_cents = balance_cents + moved.cents
    FROM (SELECT account_id, sum(amount_cents)::bigint AS cents FROM inserted GROUP BY account_id) AS moved
    WHERE id = moved.account_id;
  RETURN NULL;
END $$;
--> statement-breakpoint

-- Posts a ledger transaction. The movements are three arrays of one length; an owner of null is the platform. Returns
-- false if the key was posted before. Accounts are locked in one order, so postings wait for each other and never
-- deadlock; the platform's come last, because every payment needs them.
CREATE FUNCTION post_to_ledger(
  new_key text, new_category text, posted_at timestamptz, kinds text[], owners integer[], amounts bigint[]
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  new_id integer;
BEGIN
  INSERT INTO ledger_transactions (key, category, created_at) VALUES (new_key, new_category, posted_at)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO new_id;
  IF new_id IS NULL THEN RETURN false; END IF;

  INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
    SELECT new_id, account.account_id, movement.amount
    FROM (
      SELECT kind, owner, amount FROM unnest(kinds, owners, amounts) AS movements (kind, owner, amount)
      ORDER BY array_position(ARRAY['available', 'escrow', 'dispute_hold', 'payouts_in_transit',
        'clearing', 'unallocated', 'platform_fees', 'platform_own'], kind), owner
    ) AS movement
    CROSS JOIN LATERAL lock_ledger_account(movement.kind, movement.owner) AS account;
  RETURN true;
END $$;
