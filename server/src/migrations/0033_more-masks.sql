-- Rates, ratings and countries are counted by masks as well: a search asks them of 64 people at a time.

DROP TRIGGER caregiver_blocks_inserted ON caregiver_profiles;
--> statement-breakpoint
DROP TRIGGER caregiver_blocks_updated ON caregiver_profiles;
--> statement-breakpoint
DROP FUNCTION own_bits(boolean, bigint, bigint);
--> statement-breakpoint
-- A bit for each number from 1 to the highest that a digit reaches: 2 of 7 is 1100000.
CREATE FUNCTION reached_bits(digit int, highest int) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN rpad(repeat('1', least(digit, highest)), highest, '0');
--> statement-breakpoint
CREATE FUNCTION digit_bits(number int, highest int) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN
    reached_bits(number >> 6, highest) || reached_bits(number >> 3 & 7, 7) || reached_bits(number & 7, 7);
--> statement-breakpoint
-- Listed; 64 skills and 64 languages; the digits of the whole dollars that are reached, of those that are begun, and of
-- the rating; the countries of the reference list, of which another one is beyond the last; and a mask that nobody has a
-- bit in.
CREATE FUNCTION own_bits(profile caregiver_profiles) RETURNS bit varying
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    CASE WHEN profile.is_listed THEN
      B'1' || profile.skill_bits::bit(64) || profile.language_bits::bit(64) || (
        digit_bits(least(profile.price_cents / 100, 1023), 15)
        || digit_bits(least((profile.price_cents + 99) / 100, 1023), 15)
        || digit_bits(profile.rating_hundredths, 7)
        || rpad(repeat('0', array_position(ARRAY['United States', 'Canada', 'United Kingdom', 'Pakistan', 'India',
             'Germany', 'France', 'Australia', 'United Arab Emirates', 'Saudi Arabia', profile.country],
             profile.country) - 1) || '1', 10, '0')
        || '0')::bit varying
    ELSE 0::bit(219) END;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION caregiver_blocks_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own CONSTANT bit varying := own_bits(NEW);
  place CONSTANT int := NEW.user_id & 63;
BEGIN
  INSERT INTO caregiver_blocks AS kept (block, masks)
  VALUES (NEW.user_id >> 6, with_own_bits(array_fill(0::bigint, ARRAY[length(own)]), place, own))
  ON CONFLICT (block) DO UPDATE SET masks = with_own_bits(kept.masks, place, own);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER caregiver_blocks_inserted AFTER INSERT ON caregiver_profiles FOR EACH ROW
  WHEN (NEW.is_listed) EXECUTE FUNCTION caregiver_blocks_follow();
--> statement-breakpoint
CREATE TRIGGER caregiver_blocks_updated AFTER UPDATE ON caregiver_profiles FOR EACH ROW
  WHEN ((OLD.is_listed, OLD.skill_bits, OLD.language_bits, OLD.price_cents, OLD.rating_hundredths, OLD.country)
    IS DISTINCT FROM
      (NEW.is_listed, NEW.skill_bits, NEW.language_bits, NEW.price_cents, NEW.rating_hundredths, NEW.country)
    AND (OLD.is_listed OR NEW.is_listed))
  EXECUTE FUNCTION caregiver_blocks_follow();
--> statement-breakpoint
TRUNCATE caregiver_blocks;
--> statement-breakpoint
INSERT INTO caregiver_blocks (block, masks)
  SELECT block, array_agg(mask ORDER BY at)
  FROM (
    SELECT user_id >> 6 AS block, at, bit_or(get_bit(own, at)::bigint << (user_id & 63)) AS mask
    FROM (SELECT user_id, own_bits(profile) AS own FROM caregiver_profiles AS profile WHERE is_listed) AS listed,
      generate_series(0, 218) AS at
    GROUP BY 1, 2) AS of_one
  GROUP BY block;
--> statement-breakpoint
-- A city is a word as well, told from others by a tab before it: any beginning of it finds its people.
DROP TRIGGER caregiver_words_inserted ON caregiver_profiles;
--> statement-breakpoint
DROP TRIGGER caregiver_words_updated ON caregiver_profiles;
--> statement-breakpoint
DROP FUNCTION words_that_find(boolean, tsvector, text);
--> statement-breakpoint
CREATE FUNCTION words_that_find(profile caregiver_profiles) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    CASE WHEN profile.is_listed THEN tsvector_to_array(profile.search_text)
      || ARRAY(SELECT ' ' || part FROM unnest(string_to_array(lower(profile.full_name), ' ')) AS part)
      || (E'\t' || lower(profile.city)) ELSE '{}' END;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION caregiver_words_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own CONSTANT bigint := 1::bigint << (NEW.user_id & 63);
  earlier CONSTANT text[] := CASE WHEN TG_OP = 'UPDATE' THEN words_that_find(OLD) ELSE '{}' END;
  later CONSTANT text[] := words_that_find(NEW);
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
-- A city stands in the text as well, but not as it is written.
CREATE TRIGGER caregiver_words_updated AFTER UPDATE ON caregiver_profiles FOR EACH ROW
  WHEN ((OLD.is_listed, OLD.search_text, OLD.full_name, OLD.city)
    IS DISTINCT FROM (NEW.is_listed, NEW.search_text, NEW.full_name, NEW.city) AND (OLD.is_listed OR NEW.is_listed))
  EXECUTE FUNCTION caregiver_words_follow();
--> statement-breakpoint
INSERT INTO caregiver_words (word, block, mask)
  SELECT E'\t' || lower(city), user_id >> 6, bit_or(1::bigint << (user_id & 63))
  FROM caregiver_profiles WHERE is_listed GROUP BY 1, 2 ORDER BY 1, 2;
--> statement-breakpoint
ANALYZE caregiver_words, caregiver_blocks;
