-- What a search compares and orders by, in one column each: the city in lower case, which an index alone can answer by, and
-- a caregiver's place in lists, which one comparison tells.

ALTER TABLE "caregiver_profiles"
  ADD COLUMN "city_key" text GENERATED ALWAYS AS (lower(city)) STORED NOT NULL,
  ADD COLUMN "standing" bigint GENERATED ALWAYS AS ((CASE WHEN rating_count = 0 THEN 0 ELSE round(rating_sum * 100.0 / rating_count)::int END::bigint << 50) | (least(rating_count, 262143)::bigint << 32) | (2147483647 - user_id)) STORED NOT NULL;
--> statement-breakpoint
DROP INDEX "caregiver_profiles_listed_rating";
--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_rating" ON "caregiver_profiles" USING btree ("standing" DESC NULLS FIRST) WHERE is_listed;
--> statement-breakpoint
DROP INDEX "caregiver_profiles_listed_country";
--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_country" ON "caregiver_profiles" USING btree ("country","standing" DESC NULLS FIRST,"user_id","price_cents","skill_bits","language_bits") WHERE is_listed;
--> statement-breakpoint
DROP INDEX "caregiver_profiles_listed_price";
--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_price" ON "caregiver_profiles" USING btree ("price_cents","user_id","standing","skill_bits","language_bits") WHERE is_listed;
--> statement-breakpoint
DROP INDEX "caregiver_profiles_listed_city";
--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_city" ON "caregiver_profiles" USING btree ("city_key" text_pattern_ops,"country","standing","user_id","price_cents","skill_bits","language_bits") WHERE is_listed;
--> statement-breakpoint
DROP INDEX "caregiver_profiles_counted";
--> statement-breakpoint
CREATE INDEX "caregiver_profiles_counted" ON "caregiver_profiles" USING btree ("user_id","standing","price_cents","country","skill_bits","language_bits") WHERE is_listed;
--> statement-breakpoint
-- The column has statistics of its own.
DROP STATISTICS caregiver_profiles_city;
