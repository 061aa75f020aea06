-- Who live in a city are found, filtered and put in order in its index alone. PostgreSQL does so only where the city as
-- it is written stands there as well.

DROP INDEX "caregiver_profiles_listed_city";
--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_city" ON "caregiver_profiles" USING btree (lower(city) text_pattern_ops,"country","rating_hundredths","rating_count","user_id","price_cents","skill_bits","language_bits") INCLUDE (city) WHERE is_listed;
--> statement-breakpoint
-- So nobody is counted by the words of cities any more.
DROP TRIGGER caregiver_words_updated ON caregiver_profiles;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION words_that_find(profile caregiver_profiles) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    CASE WHEN profile.is_listed THEN tsvector_to_array(profile.search_text)
      || ARRAY(SELECT ' ' || part FROM unnest(string_to_array(lower(profile.full_name), ' ')) AS part) ELSE '{}' END;
--> statement-breakpoint
CREATE TRIGGER caregiver_words_updated AFTER UPDATE ON caregiver_profiles FOR EACH ROW
  WHEN ((OLD.is_listed, OLD.search_text, OLD.full_name)
    IS DISTINCT FROM (NEW.is_listed, NEW.search_text, NEW.full_name) AND (OLD.is_listed OR NEW.is_listed))
  EXECUTE FUNCTION caregiver_words_follow();
--> statement-breakpoint
DELETE FROM caregiver_words WHERE word LIKE E'\t%';
