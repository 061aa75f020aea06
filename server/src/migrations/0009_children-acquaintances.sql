CREATE TABLE "acquaintances" (
	"caregiver_id" integer NOT NULL,
	"caretaker_id" integer NOT NULL,
	"met_at" timestamp with time zone NOT NULL,
	"first_paid_at" timestamp with time zone,
	CONSTRAINT "acquaintances_caregiver_id_caretaker_id_pk" PRIMARY KEY("caregiver_id","caretaker_id"),
	CONSTRAINT "acquaintances_are_two" CHECK ("acquaintances"."caregiver_id" <> "acquaintances"."caretaker_id")
);
--> statement-breakpoint
CREATE TABLE "children" (
	"caretaker_id" integer NOT NULL,
	"place" integer NOT NULL,
	"name" text NOT NULL,
	"age" integer NOT NULL,
	"notes" text NOT NULL,
	CONSTRAINT "children_caretaker_id_place_pk" PRIMARY KEY("caretaker_id","place"),
	CONSTRAINT "children_name" CHECK ("children"."name" <> ''),
	CONSTRAINT "children_age" CHECK ("children"."age" BETWEEN 0 AND 120),
	CONSTRAINT "children_notes" CHECK (length("children"."notes") <= 200)
);
--> statement-breakpoint
ALTER TABLE "acquaintances" ADD CONSTRAINT "acquaintances_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acquaintances" ADD CONSTRAINT "acquaintances_caretaker_id_users_id_fk" FOREIGN KEY ("caretaker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "children" ADD CONSTRAINT "children_caretaker_id_caretaker_profiles_user_id_fk" FOREIGN KEY ("caretaker_id") REFERENCES "public"."caretaker_profiles"("user_id") ON DELETE cascade ON UPDATE no action;