ALTER TABLE "erasures" ADD COLUMN "held_at" timestamp with time zone;
