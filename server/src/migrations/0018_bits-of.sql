-- Which of the known keys are there: a bit each, by its place in the list of the known. Texts are alike or not
-- whatever the locale, so this never changes.
CREATE FUNCTION bits_of(keys text[], known text[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (
    SELECT coalesce(bit_or(1::bigint << (at - 1)::int), 0)
    FROM unnest(known) WITH ORDINALITY AS listed(key, at)
    WHERE key = ANY (keys));
