DROP INDEX "occupied_times_caregiver";--> statement-breakpoint
ALTER TABLE "occupied_times" ADD COLUMN "buffer_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "occupied_times" ADD COLUMN "free_at" timestamp with time zone GENERATED ALWAYS AS (((ends_at AT TIME ZONE 'UTC') + buffer_minutes * interval '1 minute') AT TIME ZONE 'UTC') STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "request_windows" ADD COLUMN "buffer_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "occupied_times_caregiver" ON "occupied_times" USING btree ("caregiver_id","free_at");--> statement-breakpoint
ALTER TABLE "occupied_times" ADD CONSTRAINT "occupied_times_buffer" CHECK ("occupied_times"."buffer_minutes" >= 0);--> statement-breakpoint
ALTER TABLE "request_windows" ADD CONSTRAINT "request_windows_buffer" CHECK ("request_windows"."buffer_minutes" >= 0);