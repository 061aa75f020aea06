-- Whoever goes through the best rated by masks needs their ids and no more.

DROP INDEX "caregiver_profiles_listed_rating";
--> statement-breakpoint
CREATE INDEX "caregiver_profiles_listed_rating" ON "caregiver_profiles" USING btree ("standing" DESC NULLS FIRST,"user_id") WHERE is_listed;
