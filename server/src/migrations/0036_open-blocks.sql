-- Who is free is counted by masks as well: for 64 people of one block at a time, for each half hour of a day.

CREATE TABLE "open_blocks" (
	"day" integer NOT NULL,
	"block" integer NOT NULL,
	"masks" bigint[] NOT NULL,
	CONSTRAINT "open_blocks_day_block_pk" PRIMARY KEY("day","block")
);
--> statement-breakpoint
-- Never packed, nor kept elsewhere: a search reads a few masks of very many rows.
ALTER TABLE "open_blocks" ALTER COLUMN "masks" SET STORAGE PLAIN;
--> statement-breakpoint
-- Of each half hour and the six after it: whether any has a bit, and whether all have.
CREATE FUNCTION any_of_seven(bits bit varying) RETURNS bit varying
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN
    bits | (bits << 1) | (bits << 2) | (bits << 3) | (bits << 4) | (bits << 5) | (bits << 6);
--> statement-breakpoint
CREATE FUNCTION all_of_seven(bits bit varying) RETURNS bit varying
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN
    bits & (bits << 1) & (bits << 2) & (bits << 3) & (bits << 4) & (bits << 5) & (bits << 6);
--> statement-breakpoint
-- What a day of a fortnight has in the masks; nothing where the fortnight is kept in minutes.
CREATE FUNCTION open_bits(starts bit varying, covered bit varying, day int) RETURNS bit varying
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN
    CASE WHEN length(starts) = 0 THEN 0::bit(192)::bit varying ELSE
      substring(starts FROM day * 48 + 1 FOR 48)
      || substring(any_of_seven(substring(starts FROM day * 48 + 1 FOR 54)) FROM 1 FOR 48)
      || substring(covered FROM day * 48 + 1 FOR 48)
      || substring(all_of_seven(substring(covered FROM day * 48 + 1 FOR 54)) FROM 1 FOR 48)
    END;
--> statement-breakpoint
-- Each sets her own bits alone, day after day, on what others have set by the time that it gets the row: none is lost.
-- Fortnights that are over are deleted, and their days with them by who deletes them.
CREATE FUNCTION open_blocks_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place CONSTANT int := NEW.caregiver_id & 63;
  own bit varying;
BEGIN
  FOR day IN 0..13 LOOP
    CONTINUE WHEN TG_OP = 'UPDATE'
      AND substring(OLD.starts FROM day * 48 + 1 FOR 54) = substring(NEW.starts FROM day * 48 + 1 FOR 54)
      AND substring(OLD.covered FROM day * 48 + 1 FOR 54) = substring(NEW.covered FROM day * 48 + 1 FOR 54);
    own := open_bits(NEW.starts, NEW.covered, day);
    CONTINUE WHEN TG_OP = 'INSERT' AND bit_count(own) = 0;
    INSERT INTO open_blocks AS kept (day, block, masks)
    VALUES (NEW.period * 14 + day, NEW.caregiver_id >> 6,
      with_own_bits(array_fill(0::bigint, ARRAY[length(own)]), place, own))
    ON CONFLICT ON CONSTRAINT open_blocks_day_block_pk DO UPDATE SET masks = with_own_bits(kept.masks, place, own);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
LOCK TABLE open_periods IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- What a slot takes beyond the midnight between two fortnights stood in the first alone. Each knows four days of the next.
UPDATE open_periods AS later
  SET covered = later.covered | (substring(earlier.covered FROM 673) || repeat('0', 672)::bit varying)
  FROM open_periods AS earlier
  WHERE earlier.caregiver_id = later.caregiver_id AND earlier.period = later.period - 1
    AND length(earlier.covered) = 864 AND length(later.covered) = 864;
--> statement-breakpoint
INSERT INTO open_blocks (day, block, masks)
  SELECT day, block, array_agg(mask ORDER BY at)
  FROM (
    SELECT period * 14 + day AS day, caregiver_id >> 6 AS block, at,
      bit_or(get_bit(own, at)::bigint << (caregiver_id & 63)) AS mask
    FROM open_periods, generate_series(0, 13) AS day, open_bits(starts, covered, day) AS own, generate_series(0, 191) AS at
    WHERE bit_count(own) > 0
    GROUP BY 1, 2, 3) AS of_one
  GROUP BY day, block;
--> statement-breakpoint
CREATE TRIGGER open_blocks_follow AFTER INSERT OR UPDATE OF starts, covered ON "open_periods" FOR EACH ROW
  EXECUTE FUNCTION open_blocks_follow();
--> statement-breakpoint
-- So nobody goes through calendars to count, nor has to know of them who is listed.
DROP TRIGGER open_period_listed ON "open_periods";
--> statement-breakpoint
DROP FUNCTION open_period_listed();
--> statement-breakpoint
ALTER TABLE "open_periods" DROP CONSTRAINT "open_periods_listed";
--> statement-breakpoint
DROP INDEX "open_periods_starts";
--> statement-breakpoint
DROP INDEX "open_periods_covered";
--> statement-breakpoint
DROP INDEX "open_periods_period";
--> statement-breakpoint
ALTER TABLE "open_periods" DROP COLUMN "is_listed", DROP COLUMN "openness";
--> statement-breakpoint
ALTER TABLE "caregiver_profiles" DROP CONSTRAINT "caregiver_profiles_user_listed";
--> statement-breakpoint
ANALYZE caregiver_profiles, open_blocks;
