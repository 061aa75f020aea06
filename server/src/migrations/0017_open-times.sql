CREATE TABLE "open_periods" (
	"caregiver_id" integer NOT NULL,
	"period" integer NOT NULL,
	"starts" "varbit" NOT NULL,
	"covered" "varbit" NOT NULL,
	"odd_starts" integer[],
	"odd_covered" "int4multirange",
	CONSTRAINT "open_periods_caregiver_id_period_pk" PRIMARY KEY("caregiver_id","period"),
	CONSTRAINT "open_periods_odd" CHECK (("open_periods"."odd_starts" IS NULL) = ("open_periods"."odd_covered" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "open_periods" ADD CONSTRAINT "open_periods_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_periods_period" ON "open_periods" USING btree ("period","caregiver_id");