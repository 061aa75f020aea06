-- What the tables' own columns are made with.

-- PostgreSQL calls array_to_string merely stable, because of other element types; for text it never changes.
CREATE FUNCTION words_of(text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN array_to_string($1, ' ');
