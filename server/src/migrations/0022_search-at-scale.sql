ALTER TABLE "caregiver_profiles" ADD CONSTRAINT "caregiver_profiles_user_listed" UNIQUE("user_id","is_listed");--> statement-breakpoint
-- Never packed: a search looks into very many of them, and unpacking each took longer than looking.
ALTER TABLE "open_periods" ALTER COLUMN "starts" SET STORAGE PLAIN, ALTER COLUMN "covered" SET STORAGE PLAIN;--> statement-breakpoint
ALTER TABLE "open_periods" ADD COLUMN "is_listed" boolean;--> statement-breakpoint
UPDATE "open_periods" SET "is_listed" = "profile"."is_listed"
  FROM "caregiver_profiles" "profile" WHERE "profile"."user_id" = "open_periods"."caregiver_id";--> statement-breakpoint
ALTER TABLE "open_periods" ALTER COLUMN "is_listed" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "open_periods" ADD COLUMN "openness" integer GENERATED ALWAYS AS (bit_count(covered)::int) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "open_periods" ADD CONSTRAINT "open_periods_listed" FOREIGN KEY ("caregiver_id","is_listed") REFERENCES "public"."caregiver_profiles"("user_id","is_listed") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "open_periods_odd_period" ON "open_periods" USING btree ("period") WHERE odd_starts IS NOT NULL;--> statement-breakpoint
-- What a search by date, and one by hours, is counted from: each is narrow enough to be gone through.
CREATE INDEX "open_periods_starts" ON "open_periods" ("period", "openness" DESC) INCLUDE ("starts") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "open_periods_covered" ON "open_periods" ("period", "openness" DESC) INCLUDE ("covered") WHERE is_listed;--> statement-breakpoint
-- Who writes free hours need not know whether the profile is listed. The calendar is locked by then, and with it that.
CREATE FUNCTION open_period_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_listed := (SELECT is_listed FROM caregiver_profiles WHERE user_id = NEW.caregiver_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER open_period_listed BEFORE INSERT ON "open_periods" FOR EACH ROW
  WHEN (NEW.is_listed IS NULL) EXECUTE FUNCTION open_period_listed();--> statement-breakpoint
CREATE TABLE "caregiver_blocks" (
	"block" integer PRIMARY KEY NOT NULL,
	"masks" bigint[] NOT NULL
);
--> statement-breakpoint
-- A changed row finds room beside its old one, so the table stays as small as it is.
ALTER TABLE "caregiver_blocks" SET (fillfactor = 50);--> statement-breakpoint
DROP INDEX "caregiver_profiles_text";--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_text" ON "caregiver_profiles" USING gin ("search_text") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_name" ON "caregiver_profiles" USING gin ((' ' || lower(full_name)) gin_trgm_ops) WHERE is_listed;--> statement-breakpoint
DROP INDEX caregiver_profiles_name;--> statement-breakpoint
-- A person's own bit in each of the masks of her block, set anew.
CREATE FUNCTION with_own_bits(masks bigint[], place int, own bit varying) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN (
    SELECT array_agg(mask & ~(1::bigint << place) | (get_bit(own, (at - 1)::int)::bigint << place) ORDER BY at)
    FROM unnest(masks) WITH ORDINALITY AS mask_at(mask, at));--> statement-breakpoint
CREATE FUNCTION own_bits(is_listed boolean, skill_bits bigint, language_bits bigint) RETURNS bit varying
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN
    CASE WHEN is_listed THEN B'1' || skill_bits::bit(64) || language_bits::bit(64) ELSE 0::bit(129) END;--> statement-breakpoint
-- Each sets its own bits alone, on what others have set by the time that it gets the row: none is lost.
CREATE FUNCTION caregiver_blocks_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own CONSTANT bit varying := own_bits(NEW.is_listed, NEW.skill_bits, NEW.language_bits);
  place CONSTANT int := NEW.user_id & 63;
BEGIN
  INSERT INTO caregiver_blocks AS kept (block, masks)
  VALUES (NEW.user_id >> 6, with_own_bits(array_fill(0::bigint, ARRAY[129]), place, own))
  ON CONFLICT (block) DO UPDATE SET masks = with_own_bits(kept.masks, place, own);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER caregiver_blocks_inserted AFTER INSERT ON caregiver_profiles FOR EACH ROW
  WHEN (NEW.is_listed) EXECUTE FUNCTION caregiver_blocks_follow();--> statement-breakpoint
CREATE TRIGGER caregiver_blocks_updated AFTER UPDATE ON caregiver_profiles FOR EACH ROW
  WHEN ((OLD.is_listed, OLD.skill_bits, OLD.language_bits)
    IS DISTINCT FROM (NEW.is_listed, NEW.skill_bits, NEW.language_bits) AND (OLD.is_listed OR NEW.is_listed))
  EXECUTE FUNCTION caregiver_blocks_follow();--> statement-breakpoint
INSERT INTO caregiver_blocks (block, masks)
  SELECT block, array_agg(mask ORDER BY at)
  FROM (
    SELECT user_id >> 6 AS block, at, bit_or(get_bit(own, at)::bigint << (user_id & 63)) AS mask
    FROM (SELECT user_id, own_bits(is_listed, skill_bits, language_bits) AS own
      FROM caregiver_profiles WHERE is_listed) AS listed, generate_series(0, 128) AS at
    GROUP BY 1, 2) AS of_one
  GROUP BY block;--> statement-breakpoint
DROP INDEX "caregiver_profiles_listed_country";--> statement-breakpoint
DROP INDEX "caregiver_profiles_listed_price";--> statement-breakpoint
DROP INDEX "caregiver_profiles_listed_city";--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_country" ON "caregiver_profiles" USING btree ("country","rating_hundredths" DESC NULLS FIRST,"rating_count" DESC NULLS FIRST,"user_id","price_cents","skill_bits","language_bits") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_price" ON "caregiver_profiles" USING btree ("price_cents","user_id","rating_hundredths","skill_bits","language_bits") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_city" ON "caregiver_profiles" USING btree (lower(city) text_pattern_ops,"price_cents","country","rating_hundredths") WHERE is_listed;
