-- Masks are of 512 people instead of 64: a search reads an eighth as many rows.

-- What is made of all calendars at once is put in order in memory, as far as it fits.
SET LOCAL work_mem = '256MB';
--> statement-breakpoint
DROP TRIGGER caregiver_blocks_inserted ON caregiver_profiles;
--> statement-breakpoint
DROP TRIGGER caregiver_blocks_updated ON caregiver_profiles;
--> statement-breakpoint
DROP TRIGGER caregiver_words_inserted ON caregiver_profiles;
--> statement-breakpoint
DROP TRIGGER caregiver_words_updated ON caregiver_profiles;
--> statement-breakpoint
DROP TRIGGER open_blocks_follow ON open_periods;
--> statement-breakpoint
DROP TABLE "caregiver_blocks";
--> statement-breakpoint
DROP FUNCTION own_bits(caregiver_profiles);
--> statement-breakpoint
DROP FUNCTION with_own_bits(bigint[], int, bit varying);
--> statement-breakpoint
ALTER TABLE "caregiver_words" RENAME TO "earlier_caregiver_words";
--> statement-breakpoint
ALTER INDEX "caregiver_words_word_block_pk" RENAME TO "earlier_caregiver_words_word_block_pk";
--> statement-breakpoint
ALTER TABLE "open_blocks" RENAME TO "earlier_open_blocks";
--> statement-breakpoint
ALTER INDEX "open_blocks_day_block_pk" RENAME TO "earlier_open_blocks_day_block_pk";
--> statement-breakpoint
CREATE TABLE "caregiver_blocks" (
	"sheet" integer NOT NULL,
	"block" integer NOT NULL,
	"masks" bit varying NOT NULL,
	CONSTRAINT "caregiver_blocks_sheet_block_pk" PRIMARY KEY("sheet","block")
);
--> statement-breakpoint
CREATE TABLE "caregiver_words" (
	"word" text COLLATE "C" NOT NULL,
	"block" integer NOT NULL,
	"mask" bit(512) NOT NULL,
	CONSTRAINT "caregiver_words_word_block_pk" PRIMARY KEY("word","block") INCLUDE ("mask")
);
--> statement-breakpoint
CREATE TABLE "open_blocks" (
	"day" integer NOT NULL,
	"sheet" integer NOT NULL,
	"block" integer NOT NULL,
	"masks" bit varying NOT NULL,
	CONSTRAINT "open_blocks_day_sheet_block_pk" PRIMARY KEY("day","sheet","block")
);
--> statement-breakpoint
-- Never packed, nor kept elsewhere: a search reads a few masks of very many rows.
ALTER TABLE "caregiver_blocks" ALTER COLUMN "masks" SET STORAGE PLAIN;
--> statement-breakpoint
ALTER TABLE "open_blocks" ALTER COLUMN "masks" SET STORAGE PLAIN;
--> statement-breakpoint
-- A row of masks in which one person alone has bits, in the same place of each.
CREATE FUNCTION spread_bits(own bit varying, place int) RETURNS bit varying
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  -- As many masks as there are on the longest sheet, 124.
  masks bit varying := substring(0::bit(63488) FOR length(own) * 512);
BEGIN
  FOR at IN 0..length(own) - 1 LOOP
    IF get_bit(own, at) = 1 THEN
      masks := set_bit(masks, at * 512 + place, 1);
    END IF;
  END LOOP;
  RETURN masks;
END $$;
--> statement-breakpoint
-- Her bits in each row of masks. On one sheet: listed, 64 skills, the digits of the rating, the countries of the reference
-- list, of which another one is beyond the last, and a mask that nobody has a bit in. On the other: listed, 64 languages,
-- the digits of the whole dollars that are reached and of those that are begun, and nobody.
CREATE FUNCTION own_bits(profile caregiver_profiles) RETURNS bit varying[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    CASE WHEN profile.is_listed THEN ARRAY[
      B'1' || profile.skill_bits::bit(64) || (
        digit_bits(profile.rating_hundredths, 7)
        || rpad(repeat('0', array_position(ARRAY['United States', 'Canada', 'United Kingdom', 'Pakistan', 'India',
             'Germany', 'France', 'Australia', 'United Arab Emirates', 'Saudi Arabia', profile.country],
             profile.country) - 1) || '1', 10, '0')
        || '0')::bit varying,
      B'1' || profile.language_bits::bit(64) || (
        digit_bits(least(profile.price_cents / 100, 1023), 15)
        || digit_bits(least((profile.price_cents + 99) / 100, 1023), 15)
        || '0')::bit varying]
    ELSE ARRAY[0::bit(97)::bit varying, 0::bit(124)::bit varying] END;
--> statement-breakpoint
-- Each sets her own bits alone, on what others have set by the time that she gets the row: none is lost.
CREATE OR REPLACE FUNCTION caregiver_blocks_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place CONSTANT int := NEW.user_id & 511;
  earlier CONSTANT bit varying[] := CASE WHEN TG_OP = 'UPDATE' THEN own_bits(OLD) END;
  own CONSTANT bit varying[] := own_bits(NEW);
  others bit varying;
BEGIN
  FOR at IN 1..2 LOOP
    CONTINUE WHEN own[at] = earlier[at];
    others := ~spread_bits(own[at] | ~own[at], place);
    INSERT INTO caregiver_blocks AS kept (sheet, block, masks)
    VALUES (at, NEW.user_id >> 9, spread_bits(own[at], place))
    ON CONFLICT (sheet, block) DO UPDATE SET masks = kept.masks & others | excluded.masks;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION caregiver_words_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  nobody CONSTANT bit(512) := 0::bit(512);
  own CONSTANT bit(512) := set_bit(nobody, NEW.user_id & 511, 1);
  earlier CONSTANT text[] := CASE WHEN TG_OP = 'UPDATE' THEN words_that_find(OLD) ELSE '{}' END;
  later CONSTANT text[] := words_that_find(NEW);
BEGIN
  INSERT INTO caregiver_words AS kept (word, block, mask)
  SELECT word, NEW.user_id >> 9, CASE WHEN word = ANY(later) THEN own ELSE nobody END
  FROM ((SELECT unnest(earlier) EXCEPT SELECT unnest(later))
    UNION (SELECT unnest(later) EXCEPT SELECT unnest(earlier))) AS changed(word)
  ORDER BY word COLLATE "C"
  ON CONFLICT (word, block) DO UPDATE SET mask = kept.mask & ~own | excluded.mask;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What a day of a fortnight has in the masks, by sheet; nothing where the fortnight is kept in minutes. Not strict, so
-- that it becomes a part of what asks for it, which is twenty times quicker than a call.
DROP FUNCTION open_bits(bit varying, bit varying, int);
--> statement-breakpoint
CREATE FUNCTION open_bits(starts bit varying, covered bit varying, day int) RETURNS bit varying[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    CASE WHEN length(starts) = 0 THEN ARRAY[0::bit(96)::bit varying, 0::bit(96)::bit varying] ELSE ARRAY[
      substring(starts FROM day * 48 + 1 FOR 48)
      || substring(any_of_seven(substring(starts FROM day * 48 + 1 FOR 54)) FROM 1 FOR 48),
      substring(covered FROM day * 48 + 1 FOR 48)
      || substring(all_of_seven(substring(covered FROM day * 48 + 1 FOR 54)) FROM 1 FOR 48)]
    END;
--> statement-breakpoint
-- Day after day, and sheet after sheet: nobody waits for another who waits for her in turn. Fortnights that are over are
-- deleted, and their days with them by who deletes them.
CREATE OR REPLACE FUNCTION open_blocks_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  none CONSTANT bit varying := 0::bit(96);
  place CONSTANT int := NEW.caregiver_id & 511;
  others CONSTANT bit varying := ~spread_bits(~none, place);
  own bit varying[];
  earlier bit varying[];
BEGIN
  FOR day IN 0..13 LOOP
    own := open_bits(NEW.starts, NEW.covered, day);
    earlier := CASE WHEN TG_OP = 'UPDATE' THEN open_bits(OLD.starts, OLD.covered, day) END;
    FOR at IN 1..2 LOOP
      CONTINUE WHEN own[at] = coalesce(earlier[at], none);
      INSERT INTO open_blocks AS kept (day, sheet, block, masks)
      VALUES (NEW.period * 14 + day, at, NEW.caregiver_id >> 9, spread_bits(own[at], place))
      ON CONFLICT ON CONSTRAINT open_blocks_day_sheet_block_pk DO UPDATE
        SET masks = kept.masks & others | excluded.masks;
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO caregiver_blocks (sheet, block, masks)
  SELECT sheet, user_id >> 9, bit_or(spread_bits(own[sheet], user_id & 511))
  FROM (SELECT user_id, own_bits(profile) AS own FROM caregiver_profiles AS profile WHERE is_listed) AS listed,
    generate_series(1, 2) AS sheet
  GROUP BY 1, 2;
--> statement-breakpoint
-- A number of 64 bits is written from the last person to the first.
CREATE FUNCTION eighth_of_mask(mask bigint, block int) RETURNS bit
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN
    reverse(mask::bit(64)::text)::bit varying::bit(512) >> ((block & 7) * 64);
--> statement-breakpoint
INSERT INTO caregiver_words (word, block, mask)
  SELECT word, block >> 3, bit_or(eighth_of_mask(mask, block)) FROM earlier_caregiver_words WHERE mask <> 0
  GROUP BY 1, 2 ORDER BY 1, 2;
--> statement-breakpoint
INSERT INTO open_blocks (day, sheet, block, masks)
  SELECT day, sheet, block, string_agg(mask::text, '' ORDER BY at)::bit varying
  FROM (
    SELECT day, (at - 1) / 96 + 1 AS sheet, block >> 3 AS block, at, bit_or(eighth_of_mask(mask, block)) AS mask
    FROM earlier_open_blocks, unnest(masks) WITH ORDINALITY AS mask_at(mask, at)
    GROUP BY 1, 2, 3, 4) AS of_one
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
--> statement-breakpoint
DROP FUNCTION eighth_of_mask(bigint, int);
--> statement-breakpoint
DROP TABLE "earlier_caregiver_words", "earlier_open_blocks";
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
CREATE TRIGGER caregiver_words_inserted AFTER INSERT ON caregiver_profiles FOR EACH ROW
  WHEN (NEW.is_listed) EXECUTE FUNCTION caregiver_words_follow();
--> statement-breakpoint
CREATE TRIGGER caregiver_words_updated AFTER UPDATE ON caregiver_profiles FOR EACH ROW
  WHEN ((OLD.is_listed, OLD.search_text, OLD.name_key)
    IS DISTINCT FROM (NEW.is_listed, NEW.search_text, NEW.name_key) AND (OLD.is_listed OR NEW.is_listed))
  EXECUTE FUNCTION caregiver_words_follow();
--> statement-breakpoint
CREATE TRIGGER open_blocks_follow AFTER INSERT OR UPDATE OF starts, covered ON "open_periods" FOR EACH ROW
  EXECUTE FUNCTION open_blocks_follow();
--> statement-breakpoint
ANALYZE caregiver_blocks, caregiver_words, open_blocks;
