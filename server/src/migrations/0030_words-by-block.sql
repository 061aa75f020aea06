CREATE TABLE "caregiver_words" (
	"word" text COLLATE "C" NOT NULL,
	"block" integer NOT NULL,
	"mask" bigint NOT NULL,
	CONSTRAINT "caregiver_words_word_block_pk" PRIMARY KEY("word","block") INCLUDE ("mask")
);
--> statement-breakpoint
CREATE FUNCTION words_that_find(is_listed boolean, search_text tsvector, full_name text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN
    CASE WHEN is_listed THEN tsvector_to_array(search_text)
      || ARRAY(SELECT ' ' || part FROM unnest(string_to_array(lower(full_name), ' ')) AS part) ELSE '{}' END;
--> statement-breakpoint
-- Each sets her own bit alone, on what others have set by the time that she gets the row: none is lost. A change takes
-- its words in one order, so two that change side by side never wait for each other; a transaction changes one profile.
-- Who is listed is never deleted.
CREATE FUNCTION caregiver_words_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own CONSTANT bigint := 1::bigint << (NEW.user_id & 63);
  earlier CONSTANT text[] := CASE WHEN TG_OP = 'UPDATE'
    THEN words_that_find(OLD.is_listed, OLD.search_text, OLD.full_name) ELSE '{}' END;
  later CONSTANT text[] := words_that_find(NEW.is_listed, NEW.search_text, NEW.full_name);
BEGIN
  INSERT INTO caregiver_words AS kept (word, block, mask)
  SELECT word, NEW.user_id >> 6, CASE WHEN word = ANY(later) THEN own ELSE 0 END
  FROM ((SELECT unnest(earlier) EXCEPT SELECT unnest(later))
    UNION (SELECT unnest(later) EXCEPT SELECT unnest(earlier))) AS changed(word)
  ORDER BY word COLLATE "C"
  ON CONFLICT (word, block) DO UPDATE SET mask = kept.mask & ~own | excluded.mask;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER caregiver_words_inserted AFTER INSERT ON caregiver_profiles FOR EACH ROW
  WHEN (NEW.is_listed) EXECUTE FUNCTION caregiver_words_follow();
--> statement-breakpoint
CREATE TRIGGER caregiver_words_updated AFTER UPDATE ON caregiver_profiles FOR EACH ROW
  WHEN ((OLD.is_listed, OLD.search_text, OLD.full_name)
    IS DISTINCT FROM (NEW.is_listed, NEW.search_text, NEW.full_name) AND (OLD.is_listed OR NEW.is_listed))
  EXECUTE FUNCTION caregiver_words_follow();
--> statement-breakpoint
INSERT INTO caregiver_words (word, block, mask)
  SELECT word, user_id >> 6, bit_or(1::bigint << (user_id & 63))
  FROM caregiver_profiles, unnest(words_that_find(is_listed, search_text, full_name)) AS word
  GROUP BY 1, 2 ORDER BY 1, 2;
--> statement-breakpoint
-- Of a partial index on an expression the planner takes no statistics: it guessed how many a name or a city finds.
CREATE STATISTICS caregiver_profiles_name ON (' ' || lower(full_name)) FROM caregiver_profiles;
--> statement-breakpoint
CREATE STATISTICS caregiver_profiles_city ON (lower(city)) FROM caregiver_profiles;
--> statement-breakpoint
ANALYZE caregiver_profiles, caregiver_words;
