-- Whoever looks for Montreal or Chloe finds Montréal and Chloé: what is searched, and what is looked for, is folded.

CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Immutable as long as the rules of the extension are: it is told which dictionary to use, and keeps to that.
CREATE FUNCTION folded(text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN lower(unaccent('unaccent'::regdictionary, normalize($1, NFC)));
--> statement-breakpoint
DROP TRIGGER caregiver_words_inserted ON caregiver_profiles;
--> statement-breakpoint
DROP TRIGGER caregiver_words_updated ON caregiver_profiles;
--> statement-breakpoint
DROP FUNCTION words_that_find(caregiver_profiles);
--> statement-breakpoint
DROP STATISTICS caregiver_profiles_name;
--> statement-breakpoint
DROP INDEX "caregiver_profiles_listed_name";
--> statement-breakpoint
-- With their indexes.
ALTER TABLE "caregiver_profiles" DROP COLUMN "city_key", DROP COLUMN "search_text";
--> statement-breakpoint
ALTER TABLE "caregiver_profiles"
  ADD COLUMN "name_key" text GENERATED ALWAYS AS (' ' || folded(full_name)) STORED NOT NULL,
  ADD COLUMN "city_key" text GENERATED ALWAYS AS (folded(city)) STORED NOT NULL,
  ADD COLUMN "search_text" "tsvector" GENERATED ALWAYS AS (
          setweight(to_tsvector('simple', folded(full_name)), 'A') ||
          setweight(to_tsvector('simple', folded(city)), 'B') ||
          setweight(to_tsvector('simple', folded(words_of(skill_keys))), 'B') ||
          setweight(to_tsvector('english', folded(description)), 'C') ||
          setweight(to_tsvector('english', folded(full_name || ' ' || city || ' ' || words_of(skill_keys))), 'D')) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_text" ON "caregiver_profiles" USING gin ("search_text") WHERE is_listed;
--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_name" ON "caregiver_profiles" USING gin ("name_key" gin_trgm_ops) WHERE is_listed;
--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_city" ON "caregiver_profiles" USING btree ("city_key" text_pattern_ops,"country","standing","user_id","price_cents","skill_bits","language_bits") WHERE is_listed;
--> statement-breakpoint
CREATE FUNCTION words_that_find(profile caregiver_profiles) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    CASE WHEN profile.is_listed THEN tsvector_to_array(profile.search_text)
      || ARRAY(SELECT ' ' || part FROM unnest(string_to_array(substr(profile.name_key, 2), ' ')) AS part) ELSE '{}' END;
--> statement-breakpoint
CREATE TRIGGER caregiver_words_inserted AFTER INSERT ON caregiver_profiles FOR EACH ROW
  WHEN (NEW.is_listed) EXECUTE FUNCTION caregiver_words_follow();
--> statement-breakpoint
CREATE TRIGGER caregiver_words_updated AFTER UPDATE ON caregiver_profiles FOR EACH ROW
  WHEN ((OLD.is_listed, OLD.search_text, OLD.name_key)
    IS DISTINCT FROM (NEW.is_listed, NEW.search_text, NEW.name_key) AND (OLD.is_listed OR NEW.is_listed))
  EXECUTE FUNCTION caregiver_words_follow();
--> statement-breakpoint
TRUNCATE caregiver_words;
--> statement-breakpoint
INSERT INTO caregiver_words (word, block, mask)
  SELECT word, user_id >> 6, bit_or(1::bigint << (user_id & 63))
  FROM caregiver_profiles AS profile, unnest(words_that_find(profile)) AS word
  GROUP BY 1, 2 ORDER BY 1, 2;
--> statement-breakpoint
ANALYZE caregiver_profiles, caregiver_words;
