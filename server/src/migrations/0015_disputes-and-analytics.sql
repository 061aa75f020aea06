CREATE TABLE "active_months" (
	"month" date NOT NULL,
	"user_id" integer NOT NULL,
	"days" integer NOT NULL,
	CONSTRAINT "active_months_month_user_id_pk" PRIMARY KEY("month","user_id")
);
--> statement-breakpoint
CREATE TABLE "analytics_days" (
	"day" date PRIMARY KEY NOT NULL,
	"revenue_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_months" (
	"month" date PRIMARY KEY NOT NULL,
	"caretakers" integer NOT NULL,
	"caregivers" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute_evidence" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dispute_evidence_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dispute_id" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"caption" text NOT NULL,
	"uploader_id" integer NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dispute_evidence_fileId_unique" UNIQUE("file_id")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"caretaker_id" integer NOT NULL,
	"caregiver_id" integer NOT NULL,
	"type" text NOT NULL,
	"other_type_text" text,
	"reason" text NOT NULL,
	"status" text DEFAULT 'submitted' NOT NULL,
	"ended_by" text,
	"held_cents" integer DEFAULT 0 NOT NULL,
	"refund_cents" integer DEFAULT 0 NOT NULL,
	"evidence_files" integer DEFAULT 0 NOT NULL,
	"evidence_bytes" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" IN ('submitted', 'escalated', 'closed', 'rejected')),
	CONSTRAINT "disputes_type" CHECK ("disputes"."type" IN ('payment', 'service_quality', 'communication', 'schedule', 'other')),
	CONSTRAINT "disputes_ended" CHECK (("disputes"."status" IN ('closed', 'rejected')) = ("disputes"."ended_at" IS NOT NULL)
        AND ("disputes"."ended_at" IS NULL) = ("disputes"."ended_by" IS NULL)),
	CONSTRAINT "disputes_other" CHECK (("disputes"."type" = 'other') = ("disputes"."other_type_text" IS NOT NULL)),
	CONSTRAINT "disputes_amounts" CHECK ("disputes"."held_cents" >= 0 AND "disputes"."refund_cents" >= 0),
	CONSTRAINT "disputes_evidence" CHECK ("disputes"."evidence_files" BETWEEN 0 AND 5
        AND "disputes"."evidence_bytes" BETWEEN 0 AND 10485760)
);
--> statement-breakpoint
ALTER TABLE "active_months" ADD CONSTRAINT "active_months_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_caretaker_id_users_id_fk" FOREIGN KEY ("caretaker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_evidence_dispute" ON "dispute_evidence" USING btree ("dispute_id");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_one_of_request" ON "disputes" USING btree ("request_id") WHERE "disputes"."ended_by" IS DISTINCT FROM 'caretaker';--> statement-breakpoint
CREATE INDEX "disputes_caretaker" ON "disputes" USING btree ("caretaker_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "disputes_caregiver" ON "disputes" USING btree ("caregiver_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "disputes_status" ON "disputes" USING btree ("status","id" DESC NULLS FIRST);