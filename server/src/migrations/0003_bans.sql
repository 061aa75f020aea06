CREATE TABLE "bans" (
	"user_id" integer NOT NULL,
	"trait" text NOT NULL,
	"hash" text NOT NULL,
	"banned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bans_user_id_trait_hash_pk" PRIMARY KEY("user_id","trait","hash")
);
--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bans_hash" ON "bans" USING btree ("hash");