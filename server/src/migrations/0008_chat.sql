CREATE TABLE "conversations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caretaker_id" integer NOT NULL,
	"caregiver_id" integer NOT NULL,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp with time zone NOT NULL,
	"caretaker_read" integer DEFAULT 0 NOT NULL,
	"caregiver_read" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversations_pair" UNIQUE("caretaker_id","caregiver_id"),
	CONSTRAINT "conversations_two" CHECK ("conversations"."caretaker_id" <> "conversations"."caregiver_id"),
	CONSTRAINT "conversations_read" CHECK ("conversations"."caretaker_read" BETWEEN 0 AND "conversations"."last_sequence" AND "conversations"."caregiver_read" BETWEEN 0 AND "conversations"."last_sequence")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"sequence" integer NOT NULL,
	"previous_sequence" integer GENERATED ALWAYS AS (nullif(sequence - 1, 0)) STORED,
	"sender" text NOT NULL,
	"text" text NOT NULL,
	"client_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "messages_sequence" UNIQUE("conversation_id","sequence"),
	CONSTRAINT "messages_client_id" UNIQUE("conversation_id","sender","client_id"),
	CONSTRAINT "messages_sequence_from_one" CHECK ("messages"."sequence" >= 1),
	CONSTRAINT "messages_sender" CHECK ("messages"."sender" IN ('caretaker', 'caregiver')),
	CONSTRAINT "messages_text" CHECK (length("messages"."text") <= 4000 AND btrim("messages"."text", E' \t\r\n') <> '')
);
--> statement-breakpoint
CREATE TABLE "presences" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_caretaker_id_users_id_fk" FOREIGN KEY ("caretaker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_previous" FOREIGN KEY ("conversation_id","previous_sequence") REFERENCES "public"."messages"("conversation_id","sequence") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_caretaker" ON "conversations" USING btree ("caretaker_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_caregiver" ON "conversations" USING btree ("caregiver_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);