CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE TABLE "availability_overrides" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "availability_overrides_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caregiver_id" integer NOT NULL,
	"date_local" date NOT NULL,
	"is_available" boolean NOT NULL,
	"windows" jsonb NOT NULL,
	CONSTRAINT "availability_overrides_date" UNIQUE("caregiver_id","date_local"),
	CONSTRAINT "availability_overrides_windows" CHECK (jsonb_typeof(windows) = 'array' AND jsonb_array_length(windows) <= 24)
);
--> statement-breakpoint
CREATE TABLE "availability_rules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "availability_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caregiver_id" integer NOT NULL,
	"weekday" integer NOT NULL,
	"start_local" text NOT NULL,
	"end_local" text NOT NULL,
	"ends_next_day" boolean DEFAULT false NOT NULL,
	"slot_minutes" integer DEFAULT 60 NOT NULL,
	"buffer_minutes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "availability_rules_weekday" CHECK ("availability_rules"."weekday" BETWEEN 1 AND 7),
	CONSTRAINT "availability_rules_hours" CHECK ("availability_rules"."start_local" ~ '^[0-9]{2}:[0-9]{2}$' AND "availability_rules"."end_local" ~ '^[0-9]{2}:[0-9]{2}$'
        AND CASE WHEN "availability_rules"."ends_next_day"
          THEN "availability_rules"."end_local" <> '00:00' AND "availability_rules"."end_local"::time - "availability_rules"."start_local"::time <= interval '-8 hours'
          ELSE "availability_rules"."end_local" = '00:00' OR "availability_rules"."start_local" < "availability_rules"."end_local" END),
	CONSTRAINT "availability_rules_slots" CHECK ("availability_rules"."slot_minutes" BETWEEN 30 AND 1440
        AND "availability_rules"."buffer_minutes" BETWEEN 0 AND 720)
);
--> statement-breakpoint
CREATE TABLE "booked_times" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "booked_times_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caregiver_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"buffer_minutes" integer DEFAULT 0 NOT NULL,
	"blocked_until" timestamp with time zone GENERATED ALWAYS AS (((ends_at AT TIME ZONE 'UTC') + buffer_minutes * interval '1 minute') AT TIME ZONE 'UTC') STORED NOT NULL,
	CONSTRAINT "booked_times_order" CHECK ("booked_times"."starts_at" < "booked_times"."ends_at"),
	CONSTRAINT "booked_times_buffer" CHECK ("booked_times"."buffer_minutes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "free_week_horizons" (
	"caregiver_id" integer PRIMARY KEY NOT NULL,
	"filled_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "free_weeks" (
	"caregiver_id" integer NOT NULL,
	"week_minute" integer NOT NULL,
	"starts" smallint[] NOT NULL,
	"ends" smallint[] NOT NULL,
	"visit_starts" smallint[],
	CONSTRAINT "free_weeks_caregiver_id_week_minute_pk" PRIMARY KEY("caregiver_id","week_minute")
);
--> statement-breakpoint
CREATE TABLE "held_times" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "held_times_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caregiver_id" integer NOT NULL,
	"request_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"buffer_minutes" integer NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	CONSTRAINT "held_times_order" CHECK ("held_times"."starts_at" < "held_times"."ends_at"),
	CONSTRAINT "held_times_buffer" CHECK ("held_times"."buffer_minutes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "outside_busy" (
	"calendar_id" integer NOT NULL,
	"caregiver_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outside_busy_calendar_id_starts_at_pk" PRIMARY KEY("calendar_id","starts_at"),
	CONSTRAINT "outside_busy_order" CHECK ("outside_busy"."starts_at" < "outside_busy"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "time_off" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "time_off_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caregiver_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "time_off_once" UNIQUE("caregiver_id","starts_at","ends_at"),
	CONSTRAINT "time_off_order" CHECK ("time_off"."starts_at" < "time_off"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "waits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"family_id" integer NOT NULL,
	"caregiver_id" integer NOT NULL,
	"date_local" date NOT NULL,
	"zone" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "waits_day" UNIQUE("family_id","caregiver_id","date_local")
);
--> statement-breakpoint
CREATE TABLE "background_check_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"reference" text,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "background_check_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "background_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "background_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caregiver_id" integer NOT NULL,
	"provider" text NOT NULL,
	"provider_name" text NOT NULL,
	"checked" text[] NOT NULL,
	"reference" text,
	"page_url" text,
	"report_url" text,
	"status" text DEFAULT 'requested' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"valid_until" date,
	"checked_name" text,
	"checked_birth_date" date,
	"match" text,
	"matched_at" timestamp with time zone,
	"matched_files" uuid[],
	"decision" text,
	"decision_reason" text,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"read_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "background_checks_reference_unique" UNIQUE("reference"),
	CONSTRAINT "background_checks_status" CHECK ("background_checks"."status" IN ('requested', 'started', 'clear', 'needs_review', 'canceled', 'expired')),
	CONSTRAINT "background_checks_checked" CHECK (cardinality("background_checks"."checked") > 0),
	CONSTRAINT "background_checks_known" CHECK ("background_checks"."status" IN ('requested', 'canceled') OR "background_checks"."reference" IS NOT NULL),
	CONSTRAINT "background_checks_completed" CHECK (("background_checks"."status" IN ('requested', 'started')) = ("background_checks"."completed_at" IS NULL)),
	CONSTRAINT "background_checks_valid" CHECK (("background_checks"."status" IN ('clear', 'needs_review')) = ("background_checks"."valid_until" IS NOT NULL)),
	CONSTRAINT "background_checks_decision" CHECK (num_nonnulls("background_checks"."decision", "background_checks"."decision_reason", "background_checks"."decided_by", "background_checks"."decided_at") IN (0, 4)
        AND ("background_checks"."decision" IS NULL OR ("background_checks"."decision" IN ('accepted', 'declined')
          AND "background_checks"."status" IN ('needs_review', 'clear') AND "background_checks"."decision_reason" <> ''))),
	CONSTRAINT "background_checks_match" CHECK (num_nonnulls("background_checks"."match", "background_checks"."matched_at", "background_checks"."matched_files") IN (0, 3)
        AND ("background_checks"."match" IS NULL OR "background_checks"."match" IN ('same', 'different')))
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"blocker_id" integer NOT NULL,
	"blocked_id" integer NOT NULL,
	"reason" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id"),
	CONSTRAINT "blocks_two" CHECK ("blocks"."blocker_id" <> "blocks"."blocked_id"),
	CONSTRAINT "blocks_reason" CHECK ("blocks"."reason" IN ('unwanted', 'spam', 'harassment', 'outside_payment', 'safety', 'other')),
	CONSTRAINT "blocks_text" CHECK (length("blocks"."text") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "meetings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meetings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caregiver_id" integer NOT NULL,
	"family_id" integer NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"decline_reason" text,
	"canceled_by" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"timezone" text NOT NULL,
	"way" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"video_link" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"booked_time_id" integer,
	"asked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "meetings_bookedTimeId_unique" UNIQUE("booked_time_id"),
	CONSTRAINT "meetings_order" CHECK ("meetings"."starts_at" < "meetings"."ends_at"),
	CONSTRAINT "meetings_status" CHECK ("meetings"."status" IN ('asked', 'accepted', 'declined', 'canceled', 'lapsed')),
	CONSTRAINT "meetings_way" CHECK ("meetings"."way" IN ('video', 'phone', 'in_person')),
	CONSTRAINT "meetings_decline_reason" CHECK ("meetings"."decline_reason" IN ('hours', 'short_notice', 'fully_booked', 'distance', 'other_care')),
	CONSTRAINT "meetings_canceled_by" CHECK ("meetings"."canceled_by" IN ('caregiver', 'caretaker')),
	CONSTRAINT "meetings_hold_hours" CHECK (("meetings"."booked_time_id" IS NOT NULL) = ("meetings"."status" IN ('asked', 'accepted')))
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bookings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"window_id" integer NOT NULL,
	"booked_time_id" integer,
	"price_cents" integer NOT NULL,
	"kept_cents" integer DEFAULT 0 NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"canceled_at" timestamp with time zone,
	"canceled_by" text,
	"canceled_for" text,
	"cancel_reason" text,
	"owed_cents" integer DEFAULT 0 NOT NULL,
	"refund_cents" integer DEFAULT 0 NOT NULL,
	"reminded_day_at" timestamp with time zone,
	"reminded_hours_at" timestamp with time zone,
	"review_asked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bookings_windowId_unique" UNIQUE("window_id"),
	CONSTRAINT "bookings_bookedTimeId_unique" UNIQUE("booked_time_id"),
	CONSTRAINT "bookings_canceled" CHECK (("bookings"."canceled_at" IS NULL) = ("bookings"."booked_time_id" IS NOT NULL)
        AND ("bookings"."canceled_at" IS NULL) = ("bookings"."canceled_by" IS NULL)),
	CONSTRAINT "bookings_refund" CHECK ("bookings"."owed_cents" BETWEEN 0 AND "bookings"."price_cents" AND ("bookings"."owed_cents" = 0 OR "bookings"."canceled_at" IS NOT NULL)
        AND "bookings"."refund_cents" BETWEEN 0 AND "bookings"."owed_cents"),
	CONSTRAINT "bookings_kept" CHECK ("bookings"."kept_cents" BETWEEN 0 AND "bookings"."price_cents")
);
--> statement-breakpoint
CREATE TABLE "moves" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"proposed_by" text NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"booking_ids" integer[] NOT NULL,
	"from_windows" jsonb NOT NULL,
	"to_windows" jsonb NOT NULL,
	"kept_cents" integer DEFAULT 0 NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "moves_status" CHECK ("moves"."status" IN ('proposed', 'accepted', 'declined', 'withdrawn', 'expired', 'unavailable')),
	CONSTRAINT "moves_answered" CHECK (("moves"."status" = 'proposed') = ("moves"."answered_at" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "request_windows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "request_windows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"date_local" date NOT NULL,
	"start_local" text NOT NULL,
	"end_local" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"buffer_minutes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "request_windows_order" CHECK ("request_windows"."starts_at" < "request_windows"."ends_at"),
	CONSTRAINT "request_windows_buffer" CHECK ("request_windows"."buffer_minutes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caregiver_id" integer NOT NULL,
	"family_id" integer NOT NULL,
	"status" text DEFAULT 'submitted' NOT NULL,
	"rejection_cause" text,
	"reject_reason" text,
	"timezone" text NOT NULL,
	"total_minutes" integer NOT NULL,
	"rate_cents" integer NOT NULL,
	"service_fee_cents" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"cancellation_policy" text DEFAULT 'moderate' NOT NULL,
	"visit" jsonb DEFAULT '{"children":[],"note":"","address":null,"emergency_contact":null}'::jsonb NOT NULL,
	"group_id" integer,
	"support_given_cents" integer DEFAULT 0 NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"held_until" timestamp with time zone,
	"paid_at" timestamp with time zone,
	CONSTRAINT "requests_amounts" CHECK ("requests"."total_minutes" > 0 AND "requests"."price_cents" > 0),
	CONSTRAINT "requests_status" CHECK ("requests"."status" IN ('submitted', 'accepted', 'rejected')),
	CONSTRAINT "requests_reject_reason" CHECK ("requests"."reject_reason" IN ('hours', 'short_notice', 'fully_booked', 'distance', 'other_care')),
	CONSTRAINT "requests_policy" CHECK ("requests"."cancellation_policy" IN ('flexible', 'moderate', 'strict')),
	CONSTRAINT "requests_paid_is_accepted" CHECK ("requests"."paid_at" IS NULL OR "requests"."status" = 'accepted')
);
--> statement-breakpoint
CREATE TABLE "staff_refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"bearer" text NOT NULL,
	"reason" text NOT NULL,
	"reference" text,
	"state" text NOT NULL,
	"dispute_id" integer,
	"asked_by" integer NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decline_reason" text,
	CONSTRAINT "staff_refunds_amount" CHECK ("staff_refunds"."amount_cents" > 0),
	CONSTRAINT "staff_refunds_bearer" CHECK ("staff_refunds"."bearer" IN ('caregiver', 'tendwell')),
	CONSTRAINT "staff_refunds_state" CHECK ("staff_refunds"."state" IN ('waiting', 'made', 'declined'))
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	CONSTRAINT "calendar_feeds_secret_unique" UNIQUE("secret")
);
--> statement-breakpoint
CREATE TABLE "outside_calendars" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outside_calendars_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caregiver_id" integer NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"failing_since" timestamp with time zone,
	"problem" text,
	"dropped_at" timestamp with time zone,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"slow_readings" integer DEFAULT 0 NOT NULL,
	"next_read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outside_calendars_once" UNIQUE("caregiver_id","address"),
	CONSTRAINT "outside_calendars_problem" CHECK (("outside_calendars"."problem" IS NULL) = ("outside_calendars"."failing_since" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"family_id" integer NOT NULL,
	"caregiver_id" integer NOT NULL,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp with time zone NOT NULL,
	"family_read" integer DEFAULT 0 NOT NULL,
	"caregiver_read" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversations_pair" UNIQUE("family_id","caregiver_id"),
	CONSTRAINT "conversations_two" CHECK ("conversations"."family_id" <> "conversations"."caregiver_id"),
	CONSTRAINT "conversations_read" CHECK ("conversations"."family_read" BETWEEN 0 AND "conversations"."last_sequence" AND "conversations"."caregiver_read" BETWEEN 0 AND "conversations"."last_sequence")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"sequence" integer NOT NULL,
	"previous_sequence" integer GENERATED ALWAYS AS (nullif(sequence - 1, 0)) STORED,
	"sender" text NOT NULL,
	"text" text NOT NULL,
	"has_contact_details" boolean DEFAULT false NOT NULL,
	"client_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	CONSTRAINT "messages_sequence" UNIQUE("conversation_id","sequence"),
	CONSTRAINT "messages_client_id" UNIQUE("conversation_id","sender","client_id"),
	CONSTRAINT "messages_sequence_from_one" CHECK ("messages"."sequence" >= 1),
	CONSTRAINT "messages_sender" CHECK ("messages"."sender" IN ('caregiver', 'caretaker')),
	CONSTRAINT "messages_text" CHECK (length("messages"."text") <= 4000 AND btrim("messages"."text", E' \t\r\n') <> '')
);
--> statement-breakpoint
CREATE TABLE "presences" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admin_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"author_id" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_days" (
	"day" date PRIMARY KEY NOT NULL,
	"revenue_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_months" (
	"month" date PRIMARY KEY NOT NULL,
	"caretakers" integer NOT NULL,
	"caregivers" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_returns" (
	"day" date NOT NULL,
	"previous_day" date NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "analytics_returns_day_previous_day_pk" PRIMARY KEY("day","previous_day")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dispute_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"question_id" integer NOT NULL,
	"text" text NOT NULL,
	"answered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute_evidence" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dispute_evidence_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dispute_id" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"caption" text NOT NULL,
	"uploader_id" integer NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "dispute_evidence_fileId_unique" UNIQUE("file_id")
);
--> statement-breakpoint
CREATE TABLE "dispute_questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dispute_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dispute_id" integer NOT NULL,
	"side" text NOT NULL,
	"author_id" integer NOT NULL,
	"text" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dispute_questions_side" CHECK ("dispute_questions"."side" IN ('caregiver', 'caretaker'))
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"family_id" integer NOT NULL,
	"caregiver_id" integer NOT NULL,
	"type" text NOT NULL,
	"other_type_text" text,
	"reason" text NOT NULL,
	"response" text,
	"responded_at" timestamp with time zone,
	"status" text DEFAULT 'submitted' NOT NULL,
	"ended_by" text,
	"held_cents" integer DEFAULT 0 NOT NULL,
	"refund_cents" integer DEFAULT 0 NOT NULL,
	"resolution" text,
	"assignee_id" integer,
	"opened_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" IN ('submitted', 'escalated', 'closed', 'rejected')),
	CONSTRAINT "disputes_type" CHECK ("disputes"."type" IN ('payment', 'service_quality', 'communication', 'schedule', 'other')),
	CONSTRAINT "disputes_ended" CHECK (("disputes"."status" IN ('closed', 'rejected')) = ("disputes"."ended_at" IS NOT NULL)
        AND ("disputes"."ended_at" IS NULL) = ("disputes"."ended_by" IS NULL)),
	CONSTRAINT "disputes_other" CHECK (("disputes"."type" = 'other') = ("disputes"."other_type_text" IS NOT NULL)),
	CONSTRAINT "disputes_response" CHECK (("disputes"."response" IS NULL) = ("disputes"."responded_at" IS NULL)),
	CONSTRAINT "disputes_amounts" CHECK ("disputes"."held_cents" >= 0 AND "disputes"."refund_cents" >= 0),
	CONSTRAINT "disputes_resolution" CHECK (("disputes"."ended_by" IS NOT DISTINCT FROM 'admin') = ("disputes"."resolution" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"kind" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"original_name" text NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "files_storageKey_unique" UNIQUE("storage_key"),
	CONSTRAINT "files_kind" CHECK ("files"."kind" IN ('avatar', 'document', 'evidence', 'export'))
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"owner_id" integer,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_kind_owner" UNIQUE NULLS NOT DISTINCT("kind","owner_id"),
	CONSTRAINT "ledger_accounts_not_negative" CHECK ("ledger_accounts"."kind" IN ('clearing', 'platform_own') OR "ledger_accounts"."balance_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transaction_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "ledger_entries_transaction_id_id_pk" PRIMARY KEY("transaction_id","id"),
	CONSTRAINT "ledger_entries_not_zero" CHECK ("ledger_entries"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"category" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_transactions_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "ban_matches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ban_matches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"banned_id" integer NOT NULL,
	"trait" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"looked_at" timestamp with time zone,
	CONSTRAINT "ban_matches_once" UNIQUE("user_id","banned_id","trait")
);
--> statement-breakpoint
CREATE TABLE "report_decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"measures" text[] NOT NULL,
	"message" text NOT NULL,
	"suspended_until" date,
	"note" text NOT NULL,
	"decided_by" integer NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_decisions_measures" CHECK ("report_decisions"."measures" <@ ARRAY['hide', 'warn', 'suspend']),
	CONSTRAINT "report_decisions_suspension" CHECK (('suspend' = ANY("report_decisions"."measures")) = ("report_decisions"."suspended_until" IS NOT NULL)),
	CONSTRAINT "report_decisions_message" CHECK ("report_decisions"."message" <> '' OR NOT "report_decisions"."measures" && ARRAY['warn', 'suspend'])
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"reporter_id" integer,
	"reported_id" integer NOT NULL,
	"message_id" integer,
	"review_id" integer,
	"request_id" integer,
	"reason" text NOT NULL,
	"concern" text,
	"text" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decision_id" integer,
	CONSTRAINT "reports_kind" CHECK (CASE "reports"."kind" WHEN 'message' THEN "reports"."message_id" IS NOT NULL WHEN 'review' THEN "reports"."review_id" IS NOT NULL
        WHEN 'booking' THEN "reports"."request_id" IS NOT NULL ELSE "reports"."kind" = 'profile' END
        AND num_nonnulls("reports"."message_id", "reports"."review_id", "reports"."request_id") = ("reports"."kind" <> 'profile')::int),
	CONSTRAINT "reports_concern" CHECK (("reports"."kind" = 'booking') = ("reports"."concern" IS NOT NULL)
        AND ("reports"."kind" <> 'booking' OR "reports"."reason" = 'safety')
        AND ("reports"."concern" IS NULL OR "reports"."concern" IN ('hurt', 'threatened', 'child', 'intoxicated', 'other_person', 'place', 'other'))),
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" IN ('harassment', 'outside_payment', 'scam', 'safety', 'inappropriate', 'false_information', 'other')),
	CONSTRAINT "reports_text" CHECK (length("reports"."text") <= 1000),
	CONSTRAINT "reports_other" CHECK ("reports"."reporter_id" IS DISTINCT FROM "reports"."reported_id")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"in_app" boolean NOT NULL,
	"email" boolean NOT NULL,
	CONSTRAINT "notification_settings_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"named" integer[] DEFAULT '{}' NOT NULL,
	"cause" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notifications_cause" UNIQUE("user_id","cause")
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"status" text DEFAULT 'preparing' NOT NULL,
	"file_id" uuid,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "data_exports_status" CHECK ("data_exports"."status" IN ('preparing', 'ready', 'failed', 'deleted')),
	CONSTRAINT "data_exports_file" CHECK (("data_exports"."status" = 'ready') = ("data_exports"."file_id" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"held_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"words" jsonb,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "erasures_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "erasures_words" CHECK (("erasures"."finished_at" IS NULL) = ("erasures"."words" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "chargebacks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chargebacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"provider_chargeback_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"evidence_due_at" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"carried_out_at" timestamp with time zone,
	"cleared_at" timestamp with time zone,
	CONSTRAINT "chargebacks_providerChargebackId_unique" UNIQUE("provider_chargeback_id"),
	CONSTRAINT "chargebacks_amount" CHECK ("chargebacks"."amount_cents" > 0),
	CONSTRAINT "chargebacks_status" CHECK ("chargebacks"."status" IN ('open', 'won', 'lost')),
	CONSTRAINT "chargebacks_closed" CHECK (("chargebacks"."status" = 'open') = ("chargebacks"."closed_at" IS NULL)),
	CONSTRAINT "chargebacks_carried_out" CHECK ("chargebacks"."carried_out_at" IS NULL OR "chargebacks"."closed_at" IS NOT NULL),
	CONSTRAINT "chargebacks_cleared" CHECK ("chargebacks"."cleared_at" IS NULL OR "chargebacks"."status" = 'lost')
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"payer_id" integer NOT NULL,
	"payee_id" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"failure_reason" text,
	"provider" text NOT NULL,
	"session_id" text,
	"checkout_url" text,
	"payment_intent_id" text,
	"charge_id" text,
	"escrow_cents" integer DEFAULT 0 NOT NULL,
	"held_cents" integer DEFAULT 0 NOT NULL,
	"held_from_available_cents" integer DEFAULT 0 NOT NULL,
	"holds" integer DEFAULT 0 NOT NULL,
	"refund_cents" integer DEFAULT 0 NOT NULL,
	"fee_refund_cents" integer DEFAULT 0 NOT NULL,
	"borne_cents" integer DEFAULT 0 NOT NULL,
	"lost_cents" integer DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"care_ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "payments_chargeId_unique" UNIQUE("charge_id"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0 AND "payments"."fee_cents" BETWEEN 0 AND "payments"."amount_cents"),
	CONSTRAINT "payments_status" CHECK ("payments"."status" IN ('open', 'captured', 'succeeded', 'refunding', 'refunded', 'failed')),
	CONSTRAINT "payments_parts" CHECK ("payments"."escrow_cents" >= 0 AND "payments"."held_from_available_cents" BETWEEN 0 AND "payments"."held_cents"
        AND "payments"."refund_cents" BETWEEN 0 AND "payments"."amount_cents"
        AND "payments"."fee_refund_cents" BETWEEN 0 AND "payments"."fee_cents"
        AND "payments"."borne_cents" BETWEEN 0 AND "payments"."refund_cents"
        AND "payments"."lost_cents" >= 0
        AND "payments"."escrow_cents" + "payments"."held_cents" + "payments"."refund_cents" - "payments"."borne_cents" + "payments"."lost_cents"
          <= "payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"key" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"borne_cents" integer DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"provider_refund_id" text,
	"reference" text,
	"failure_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_key_unique" UNIQUE("key"),
	CONSTRAINT "refunds_providerRefundId_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0 AND "refunds"."borne_cents" BETWEEN 0 AND "refunds"."amount_cents"),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" IN ('pending', 'succeeded', 'failed', 'taken_back'))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"session_id" text,
	"account_id" text,
	"object_id" text,
	"received_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	CONSTRAINT "webhook_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "bank_history" (
	"user_id" integer NOT NULL,
	"hash" text NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"verdict" text,
	"verdict_at" timestamp with time zone,
	CONSTRAINT "bank_history_user_id_hash_pk" PRIMARY KEY("user_id","hash"),
	CONSTRAINT "bank_history_verdict" CHECK (num_nonnulls("bank_history"."verdict", "bank_history"."verdict_at") IN (0, 2)
        AND ("bank_history"."verdict" IS NULL OR "bank_history"."verdict" IN ('approved', 'refused')))
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"account_id" text,
	"details_submitted" boolean DEFAULT false NOT NULL,
	"payouts_enabled" boolean DEFAULT false NOT NULL,
	"bank_fingerprint" text,
	"bank_last4" text,
	"bank_changed_at" timestamp with time zone,
	"opened_on_new_device" boolean DEFAULT false NOT NULL,
	"bank_review" text,
	"bank_review_at" timestamp with time zone,
	"bank_disowned_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_accounts_accountId_unique" UNIQUE("account_id"),
	CONSTRAINT "payout_accounts_review" CHECK ("payout_accounts"."bank_review" IN ('open', 'approved', 'refused') AND "payout_accounts"."bank_review_at" IS NOT NULL
        OR "payout_accounts"."bank_review" IS NULL)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"provider" text NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"outcome" text,
	"failure_reason" text,
	"refusals" integer DEFAULT 0 NOT NULL,
	"transfer_asked_at" timestamp with time zone,
	"transfer_id" text,
	"payout_asked_at" timestamp with time zone,
	"provider_payout_id" text,
	"reversal_asked_at" timestamp with time zone,
	"reversal_id" text,
	"reported_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payouts_transferId_unique" UNIQUE("transfer_id"),
	CONSTRAINT "payouts_providerPayoutId_unique" UNIQUE("provider_payout_id"),
	CONSTRAINT "payouts_reversalId_unique" UNIQUE("reversal_id"),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_cents" > 0),
	CONSTRAINT "payouts_status" CHECK ("payouts"."status" IN ('pending', 'processing', 'returning', 'paid', 'failed', 'canceled')),
	CONSTRAINT "payouts_provider_id" CHECK ("payouts"."provider_payout_id" LIKE 'po\_%'),
	CONSTRAINT "payouts_steps" CHECK (("payouts"."status" NOT IN ('processing', 'paid') OR "payouts"."provider_payout_id" IS NOT NULL)
        AND ("payouts"."status" NOT IN ('returning', 'failed', 'canceled') OR "payouts"."outcome" IS NOT NULL)
        AND ("payouts"."status" NOT IN ('failed', 'canceled') OR "payouts"."transfer_id" IS NULL OR "payouts"."reversal_id" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "audit_counts" (
	"actor_id" integer NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"times" integer NOT NULL,
	"entry_id" integer,
	CONSTRAINT "audit_counts_actor_id_action_subject_hour_pk" PRIMARY KEY("actor_id","action","subject","hour")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_id" integer,
	"actor_email" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"entry_id" integer PRIMARY KEY NOT NULL,
	"address_hash" text NOT NULL,
	"address_salt" text,
	"names_hash" text NOT NULL,
	"names_salt" text,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bans" (
	"user_id" integer NOT NULL,
	"trait" text NOT NULL,
	"hash" text NOT NULL,
	"banned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bans_user_id_trait_hash_pk" PRIMARY KEY("user_id","trait","hash")
);
--> statement-breakpoint
CREATE TABLE "saved_phones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_phones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"hash" text NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "saved_phones_once" UNIQUE("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"document" text NOT NULL,
	"version" date NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "consents_once" UNIQUE("user_id","document","version"),
	CONSTRAINT "consents_document" CHECK ("consents"."document" IN ('terms', 'privacy'))
);
--> statement-breakpoint
CREATE TABLE "mailed_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"code_hash" text,
	"password_hash" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"phone_verified_at" timestamp with time zone,
	"role" text NOT NULL,
	"staff_role" text,
	"password_hash" text,
	"email_verified_at" timestamp with time zone,
	"signup_id" uuid,
	"timezone" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"two_step_at" timestamp with time zone,
	"disowned_at" timestamp with time zone,
	"deactivated_at" timestamp with time zone,
	"deactivation_reason" text,
	"suspended_until" timestamp with time zone,
	"avatar_file_id" uuid,
	"closed_at" timestamp with time zone,
	"profile_complete" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role" CHECK ("users"."role" IN ('caregiver', 'caretaker', 'admin')),
	CONSTRAINT "users_staff_role" CHECK (CASE "users"."role" WHEN 'admin' THEN coalesce("users"."staff_role" IN ('support', 'finance', 'admin'), false)
        ELSE "users"."staff_role" IS NULL END),
	CONSTRAINT "users_suspended" CHECK ("users"."suspended_until" IS NULL OR NOT "users"."is_active"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_closed" CHECK ("users"."closed_at" IS NULL OR NOT "users"."is_active")
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"region" text NOT NULL,
	"country" text NOT NULL,
	"population" integer NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"name_keys" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caregiver_id" integer NOT NULL,
	"document" text NOT NULL,
	"file_id" uuid NOT NULL,
	"result" text NOT NULL,
	"reason" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"expires_on" date,
	"checked_by" integer NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_checks_result" CHECK ("document_checks"."result" IN ('ok', 'ask_again')),
	CONSTRAINT "document_checks_reason" CHECK (("document_checks"."result" = 'ask_again') = ("document_checks"."reason" <> '')),
	CONSTRAINT "document_checks_expiry" CHECK ("document_checks"."expires_on" IS NULL OR "document_checks"."result" = 'ok')
);
--> statement-breakpoint
CREATE TABLE "document_notices" (
	"check_id" integer NOT NULL,
	"days_before" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_notices_check_id_days_before_pk" PRIMARY KEY("check_id","days_before"),
	CONSTRAINT "document_notices_days" CHECK ("document_notices"."days_before" IN (0, 7, 30, 60))
);
--> statement-breakpoint
CREATE TABLE "document_renewals" (
	"caregiver_id" integer NOT NULL,
	"document" text NOT NULL,
	"file_id" uuid,
	"decline_reason" text,
	"submitted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_renewals_caregiver_id_document_pk" PRIMARY KEY("caregiver_id","document"),
	CONSTRAINT "document_renewals_fileId_unique" UNIQUE("file_id"),
	CONSTRAINT "document_renewals_state" CHECK (num_nonnulls("document_renewals"."file_id", "document_renewals"."decline_reason") = 1)
);
--> statement-breakpoint
CREATE TABLE "caregiver_references" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "caregiver_references_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caregiver_id" integer NOT NULL,
	"address_hash" text NOT NULL,
	"name" text,
	"email" text,
	"relation" text,
	"years" integer,
	"token_hash" text,
	"asked_at" timestamp with time zone NOT NULL,
	"answer" text,
	CONSTRAINT "caregiver_references_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "caregiver_references_address" UNIQUE("caregiver_id","address_hash"),
	CONSTRAINT "caregiver_references_relation" CHECK ("caregiver_references"."relation" IN ('family', 'employer', 'colleague', 'trainer')),
	CONSTRAINT "caregiver_references_answer" CHECK ("caregiver_references"."answer" IN ('confirmed', 'declined', 'stopped')),
	CONSTRAINT "caregiver_references_ended" CHECK (CASE WHEN "caregiver_references"."email" IS NULL
        THEN num_nonnulls("caregiver_references"."name", "caregiver_references"."relation", "caregiver_references"."years", "caregiver_references"."token_hash") = 0
          AND "caregiver_references"."answer" IS DISTINCT FROM 'confirmed'
        ELSE num_nulls("caregiver_references"."name", "caregiver_references"."relation", "caregiver_references"."years") = 0
          AND "caregiver_references"."answer" IS DISTINCT FROM 'stopped' END)
);
--> statement-breakpoint
CREATE TABLE "caregiver_profiles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "caregiver_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"full_name" text NOT NULL,
	"hides_surname" boolean DEFAULT false NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"city_key" text GENERATED ALWAYS AS (fold(city)) STORED NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"place_id" integer,
	"latitude" double precision,
	"longitude" double precision,
	"rate_cents" integer DEFAULT 0 NOT NULL,
	"price_cents" integer GENERATED ALWAYS AS (CASE WHEN rate_cents = 0 THEN 5500 ELSE rate_cents END) STORED NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"skills" text[] DEFAULT '{}' NOT NULL,
	"skill_keys" text[] DEFAULT '{}' NOT NULL,
	"language_keys" text[] DEFAULT '{}' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"experience_years" integer,
	"care_ages" text[] DEFAULT '{}' NOT NULL,
	"video_url" text DEFAULT '' NOT NULL,
	"travel_km" double precision,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"notice_hours" integer DEFAULT 0 NOT NULL,
	"minimum_visit_minutes" integer DEFAULT 0 NOT NULL,
	"meeting_hours" text DEFAULT 'bookable' NOT NULL,
	"cancellation_policy" text DEFAULT 'moderate' NOT NULL,
	"verification_status" text DEFAULT 'pending' NOT NULL,
	"rejection_reason" text,
	"verification_override" text,
	"identity_changed_at" timestamp with time zone,
	"is_restricted" boolean DEFAULT false NOT NULL,
	"gov_id_front_file_id" uuid,
	"gov_id_back_file_id" uuid,
	"certificate_file_id" uuid,
	"has_expired_document" boolean DEFAULT false NOT NULL,
	"is_listed" boolean DEFAULT false NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rating_hundredths" integer GENERATED ALWAYS AS (CASE WHEN rating_count = 0 THEN 0 ELSE round(rating_sum * 100.0 / rating_count)::int END) STORED NOT NULL,
	"search_text" "tsvector" GENERATED ALWAYS AS (
          setweight(to_tsvector('simple', fold(public_name(full_name, hides_surname))), 'A') ||
          setweight(to_tsvector('simple', fold(city || ' ' || country)), 'B') ||
          setweight(to_tsvector('simple', fold(join_words(skill_keys))), 'B') ||
          setweight(to_tsvector('english', fold(description)), 'C') ||
          setweight(to_tsvector('english', fold(public_name(full_name, hides_surname) || ' ' || city || ' ' || country || ' ' || join_words(skill_keys || language_keys))), 'D')) STORED NOT NULL,
	"hidden_at" timestamp with time zone,
	"hidden_description" text,
	"hidden_avatar_file_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "caregiver_profiles_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "caregiver_profiles_hidden" CHECK ("caregiver_profiles"."hidden_at" IS NOT NULL OR num_nonnulls("caregiver_profiles"."hidden_description", "caregiver_profiles"."hidden_avatar_file_id") = 0),
	CONSTRAINT "caregiver_profiles_experience" CHECK ("caregiver_profiles"."experience_years" BETWEEN 0 AND 60),
	CONSTRAINT "caregiver_profiles_travel" CHECK ("caregiver_profiles"."travel_km" BETWEEN 1 AND 500),
	CONSTRAINT "caregiver_profiles_video" CHECK ("caregiver_profiles"."video_url" = '' OR "caregiver_profiles"."video_url" LIKE 'https://%'),
	CONSTRAINT "caregiver_profiles_notice" CHECK ("caregiver_profiles"."notice_hours" IN ('0', '2', '4', '12', '24', '48', '72', '168')),
	CONSTRAINT "caregiver_profiles_minimum_visit" CHECK ("caregiver_profiles"."minimum_visit_minutes" IN ('0', '60', '90', '120', '150', '180', '210', '240', '270', '300', '330', '360', '390', '420', '450', '480', '510', '540', '570', '600', '630', '660', '690', '720')),
	CONSTRAINT "caregiver_profiles_meeting_hours" CHECK ("caregiver_profiles"."meeting_hours" IN ('bookable', 'daytime')),
	CONSTRAINT "caregiver_profiles_rate" CHECK ("caregiver_profiles"."rate_cents" >= 0),
	CONSTRAINT "caregiver_profiles_policy" CHECK ("caregiver_profiles"."cancellation_policy" IN ('flexible', 'moderate', 'strict')),
	CONSTRAINT "caregiver_profiles_status" CHECK ("caregiver_profiles"."verification_status" IN ('pending', 'verified', 'rejected', 'flagged')),
	CONSTRAINT "caregiver_profiles_listed" CHECK (NOT "caregiver_profiles"."is_listed" OR ("caregiver_profiles"."verification_status" = 'verified' AND NOT "caregiver_profiles"."has_expired_document")),
	CONSTRAINT "caregiver_profiles_override" CHECK ("caregiver_profiles"."verification_override" IS NULL OR "caregiver_profiles"."verification_status" = 'verified'),
	CONSTRAINT "caregiver_profiles_restricted" CHECK (NOT "caregiver_profiles"."is_restricted" OR "caregiver_profiles"."verification_status" <> 'verified')
);
--> statement-breakpoint
CREATE TABLE "children" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "children_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"family_id" integer NOT NULL,
	"place" integer NOT NULL,
	"name" text NOT NULL,
	"age" integer NOT NULL,
	"age_months" integer,
	"due_date" date,
	"birth_month" text,
	"notes" text NOT NULL,
	CONSTRAINT "children_place" UNIQUE("family_id","place"),
	CONSTRAINT "children_name" CHECK ("children"."name" <> ''),
	CONSTRAINT "children_age" CHECK ("children"."age" BETWEEN 0 AND 17),
	CONSTRAINT "children_months" CHECK ("children"."age_months" BETWEEN 0 AND 11),
	CONSTRAINT "children_one_age" CHECK (num_nonnulls("children"."age_months", "children"."due_date", "children"."birth_month") + ("children"."age" > 0)::int <= 1),
	CONSTRAINT "children_birth_month" CHECK ("children"."birth_month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "children_notes" CHECK (length("children"."notes") <= 200)
);
--> statement-breakpoint
CREATE TABLE "family_profiles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "family_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"emergency_name" text DEFAULT '' NOT NULL,
	"emergency_phone" text DEFAULT '' NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"apartment" text DEFAULT '' NOT NULL,
	"neighborhood" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"place_id" integer,
	"care_needs" text[] DEFAULT '{}' NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"card_checked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "family_profiles_userId_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "pending_changes" (
	"caregiver_id" integer PRIMARY KEY NOT NULL,
	"change_id" uuid NOT NULL,
	"full_name" text,
	"avatar_file_id" uuid,
	"description" text,
	"submitted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pending_changes_some" CHECK (num_nonnulls("pending_changes"."full_name", "pending_changes"."avatar_file_id", "pending_changes"."description") > 0)
);
--> statement-breakpoint
CREATE TABLE "reconciliation_differences" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_differences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"report_id" integer NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"ours_cents" integer,
	"provider_cents" integer,
	"detail" text NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" integer,
	"note" text,
	CONSTRAINT "reconciliation_differences_resolved" CHECK (("reconciliation_differences"."resolved_at" IS NULL) = ("reconciliation_differences"."resolved_by" IS NULL) AND ("reconciliation_differences"."resolved_at" IS NULL) = ("reconciliation_differences"."note" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"compared" integer NOT NULL,
	"difference_count" integer NOT NULL,
	"differences" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "family_ratings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "family_ratings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"booking_id" integer NOT NULL,
	"caregiver_id" integer NOT NULL,
	"family_id" integer NOT NULL,
	"is_as_described" boolean NOT NULL,
	"is_safe" boolean NOT NULL,
	"is_kind" boolean NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"looked_at" timestamp with time zone,
	CONSTRAINT "family_ratings_bookingId_unique" UNIQUE("booking_id")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"booking_id" integer NOT NULL,
	"caregiver_id" integer NOT NULL,
	"family_id" integer NOT NULL,
	"rating" integer NOT NULL,
	"comment" text NOT NULL,
	"reply" text,
	"replied_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"hidden_at" timestamp with time zone,
	CONSTRAINT "reviews_bookingId_unique" UNIQUE("booking_id"),
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" BETWEEN 1 AND 5),
	CONSTRAINT "reviews_reply" CHECK (("reviews"."reply" IS NULL) = ("reviews"."replied_at" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"family_id" integer NOT NULL,
	"caregiver_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "favorites_family_id_caregiver_id_pk" PRIMARY KEY("family_id","caregiver_id")
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_searches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"family_id" integer NOT NULL,
	"search" jsonb NOT NULL,
	"ends_at" timestamp with time zone,
	"known_ids" integer[] NOT NULL,
	"looked_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"new_email" text NOT NULL,
	"session_id" uuid NOT NULL,
	"old_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" integer NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identities_issuer_subject" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "used_credentials" (
	"token_id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_codes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "active_months" (
	"month" date NOT NULL,
	"user_id" integer NOT NULL,
	"days" integer NOT NULL,
	CONSTRAINT "active_months_month_user_id_pk" PRIMARY KEY("month","user_id")
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"user_agent" text NOT NULL,
	"address" text NOT NULL,
	"country" text,
	"device_id" uuid NOT NULL,
	"browser_id" uuid NOT NULL,
	"is_disowned" boolean DEFAULT false NOT NULL,
	"is_forgotten" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"proven_at" timestamp with time zone NOT NULL,
	"second_step_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "app_setups" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "factors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "factors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"method" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"counter" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"device_id" uuid NOT NULL,
	"credential_id" text,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"is_synced" boolean DEFAULT false NOT NULL,
	CONSTRAINT "factors_credentialId_unique" UNIQUE("credential_id"),
	CONSTRAINT "factors_method" CHECK ("factors"."method" IN ('passkey', 'app')),
	CONSTRAINT "factors_credential" CHECK (("factors"."credential_id" IS NOT NULL) = ("factors"."method" = 'passkey')),
	CONSTRAINT "factors_counter" CHECK ("factors"."counter" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "two_step_recoveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "two_step_recoveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text NOT NULL,
	"requested_by" integer NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"stop_token_hash" text,
	"decided_by" integer,
	"ended_at" timestamp with time zone,
	CONSTRAINT "two_step_recoveries_stopTokenHash_unique" UNIQUE("stop_token_hash"),
	CONSTRAINT "two_step_recoveries_state" CHECK ("two_step_recoveries"."state" IN ('open', 'approved', 'declined', 'stopped', 'expired')),
	CONSTRAINT "two_step_recoveries_ended" CHECK (("two_step_recoveries"."ended_at" IS NULL) = ("two_step_recoveries"."state" = 'open')),
	CONSTRAINT "two_step_recoveries_decided" CHECK (("two_step_recoveries"."decided_by" IS NOT NULL) = ("two_step_recoveries"."state" IN ('approved', 'declined'))),
	CONSTRAINT "two_step_recoveries_two_admins" CHECK ("two_step_recoveries"."requested_by" <> "two_step_recoveries"."user_id" AND coalesce("two_step_recoveries"."decided_by" NOT IN ("two_step_recoveries"."user_id", "two_step_recoveries"."requested_by"), true))
);
--> statement-breakpoint
CREATE TABLE "two_step_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" integer,
	"expires_at" timestamp with time zone NOT NULL,
	"first_step" text,
	"timezone" text,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "two_step_tokens_purpose" CHECK ("two_step_tokens"."purpose" IN ('login_ticket', 'remembered_device', 'new_passkey', 'passkey_login', 'second_step', 'reauthenticate')),
	CONSTRAINT "two_step_tokens_user" CHECK (("two_step_tokens"."user_id" IS NULL) = ("two_step_tokens"."purpose" = 'passkey_login')),
	CONSTRAINT "two_step_tokens_first_step" CHECK (("two_step_tokens"."first_step" IS NOT NULL) = ("two_step_tokens"."purpose" = 'login_ticket')),
	CONSTRAINT "two_step_tokens_failures" CHECK ("two_step_tokens"."failures" BETWEEN 0 AND 5)
);
--> statement-breakpoint
CREATE TABLE "staff_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" integer,
	"email" text,
	"staff_role" text,
	"state" text DEFAULT 'open' NOT NULL,
	"requested_by" integer NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_by" integer,
	"ended_at" timestamp with time zone,
	CONSTRAINT "staff_changes_kind" CHECK (CASE "staff_changes"."kind"
        WHEN 'invite' THEN "staff_changes"."user_id" IS NULL AND "staff_changes"."email" IS NOT NULL AND "staff_changes"."staff_role" IS NOT NULL
        WHEN 'role' THEN "staff_changes"."user_id" IS NOT NULL AND "staff_changes"."email" IS NULL AND "staff_changes"."staff_role" IS NOT NULL
        ELSE "staff_changes"."kind" IN ('activate', 'deactivate')
          AND "staff_changes"."user_id" IS NOT NULL AND "staff_changes"."email" IS NULL AND "staff_changes"."staff_role" IS NULL END),
	CONSTRAINT "staff_changes_role" CHECK ("staff_changes"."staff_role" IN ('support', 'finance', 'admin')),
	CONSTRAINT "staff_changes_state" CHECK ("staff_changes"."state" IN ('open', 'approved', 'declined', 'expired')),
	CONSTRAINT "staff_changes_ended" CHECK (("staff_changes"."ended_at" IS NULL) = ("staff_changes"."state" = 'open')),
	CONSTRAINT "staff_changes_decided" CHECK (("staff_changes"."decided_by" IS NOT NULL) = ("staff_changes"."state" IN ('approved', 'declined'))),
	CONSTRAINT "staff_changes_two_admins" CHECK ("staff_changes"."requested_by" IS DISTINCT FROM "staff_changes"."user_id"
        AND ("staff_changes"."decided_by" IS NULL OR "staff_changes"."decided_by" NOT IN (coalesce("staff_changes"."user_id", 0), "staff_changes"."requested_by")))
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"staff_role" text NOT NULL,
	"invited_by" integer NOT NULL,
	"approved_by" integer,
	"token_hash" text,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "staff_invitations_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "staff_invitations_role" CHECK ("staff_invitations"."staff_role" IN ('support', 'finance', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"response" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "platform_state" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."background_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"check_id" integer NOT NULL,
	"return_url" text NOT NULL,
	"result" text DEFAULT 'waiting' NOT NULL,
	"name" text,
	"birth_date" date,
	"completed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "background_checks_idempotencyKey_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "mailbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mailbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"reply_to" text,
	"unsubscribe_url" text,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"email" text NOT NULL,
	"details_submitted" boolean DEFAULT false NOT NULL,
	"bank_last4" text,
	"payouts" text DEFAULT 'arrive' NOT NULL,
	"link_token" text,
	"return_url" text,
	"refresh_url" text,
	"link_expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accounts_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "accounts_linkToken_unique" UNIQUE("link_token")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."movements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"account_id" text,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "movements_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"failure_message" text,
	"arrives_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payouts_idempotencyKey_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"payment_intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text NOT NULL,
	"completes_at" timestamp with time zone,
	"succeeds" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_idempotencyKey_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."checkout_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"payment_id" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"description" text NOT NULL,
	"payer_email" text NOT NULL,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"status" text NOT NULL,
	"payment_intent_id" text,
	"charge_id" text,
	"card_name" text,
	"refunds" text DEFAULT 'at once' NOT NULL,
	"last_decline" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkout_sessions_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "checkout_sessions_paymentIntentId_unique" UNIQUE("payment_intent_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reversal_id" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transfers_idempotencyKey_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "availability_overrides" ADD CONSTRAINT "availability_overrides_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_rules" ADD CONSTRAINT "availability_rules_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booked_times" ADD CONSTRAINT "booked_times_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "free_week_horizons" ADD CONSTRAINT "free_week_horizons_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "free_weeks" ADD CONSTRAINT "free_weeks_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_times" ADD CONSTRAINT "held_times_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_busy" ADD CONSTRAINT "outside_busy_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_off" ADD CONSTRAINT "time_off_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_family_id_users_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "background_checks" ADD CONSTRAINT "background_checks_caregiver_id_caregiver_profiles_user_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."caregiver_profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "background_checks" ADD CONSTRAINT "background_checks_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_family_id_users_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_booked_time_id_booked_times_id_fk" FOREIGN KEY ("booked_time_id") REFERENCES "public"."booked_times"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_window_id_request_windows_id_fk" FOREIGN KEY ("window_id") REFERENCES "public"."request_windows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_booked_time_id_booked_times_id_fk" FOREIGN KEY ("booked_time_id") REFERENCES "public"."booked_times"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moves" ADD CONSTRAINT "moves_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_windows" ADD CONSTRAINT "request_windows_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_family_id_users_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_group_id_requests_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_refunds" ADD CONSTRAINT "staff_refunds_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_refunds" ADD CONSTRAINT "staff_refunds_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_refunds" ADD CONSTRAINT "staff_refunds_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_calendars" ADD CONSTRAINT "outside_calendars_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_family_id_users_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_previous" FOREIGN KEY ("conversation_id","previous_sequence") REFERENCES "public"."messages"("conversation_id","sequence") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_notes" ADD CONSTRAINT "admin_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_answers" ADD CONSTRAINT "dispute_answers_question_id_dispute_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."dispute_questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_questions" ADD CONSTRAINT "dispute_questions_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_questions" ADD CONSTRAINT "dispute_questions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_family_id_users_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ban_matches" ADD CONSTRAINT "ban_matches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ban_matches" ADD CONSTRAINT "ban_matches_banned_id_users_id_fk" FOREIGN KEY ("banned_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_decisions" ADD CONSTRAINT "report_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reported_id_users_id_fk" FOREIGN KEY ("reported_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decision_id_report_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."report_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payee_id_users_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_history" ADD CONSTRAINT "bank_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_phones" ADD CONSTRAINT "saved_phones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD CONSTRAINT "mailed_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_checks" ADD CONSTRAINT "document_checks_caregiver_id_caregiver_profiles_user_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."caregiver_profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_checks" ADD CONSTRAINT "document_checks_checked_by_users_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_notices" ADD CONSTRAINT "document_notices_check_id_document_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."document_checks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_renewals" ADD CONSTRAINT "document_renewals_caregiver_id_caregiver_profiles_user_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."caregiver_profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_renewals" ADD CONSTRAINT "document_renewals_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caregiver_references" ADD CONSTRAINT "caregiver_references_caregiver_id_caregiver_profiles_user_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."caregiver_profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caregiver_profiles" ADD CONSTRAINT "caregiver_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caregiver_profiles" ADD CONSTRAINT "caregiver_profiles_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caregiver_profiles" ADD CONSTRAINT "caregiver_profiles_gov_id_front_file_id_files_id_fk" FOREIGN KEY ("gov_id_front_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caregiver_profiles" ADD CONSTRAINT "caregiver_profiles_gov_id_back_file_id_files_id_fk" FOREIGN KEY ("gov_id_back_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caregiver_profiles" ADD CONSTRAINT "caregiver_profiles_certificate_file_id_files_id_fk" FOREIGN KEY ("certificate_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caregiver_profiles" ADD CONSTRAINT "caregiver_profiles_hidden_avatar_file_id_files_id_fk" FOREIGN KEY ("hidden_avatar_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "children" ADD CONSTRAINT "children_family_id_family_profiles_user_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."family_profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_profiles" ADD CONSTRAINT "family_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_profiles" ADD CONSTRAINT "family_profiles_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_changes" ADD CONSTRAINT "pending_changes_caregiver_id_caregiver_profiles_user_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."caregiver_profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_changes" ADD CONSTRAINT "pending_changes_avatar_file_id_files_id_fk" FOREIGN KEY ("avatar_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_differences" ADD CONSTRAINT "reconciliation_differences_report_id_reconciliations_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reconciliations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_differences" ADD CONSTRAINT "reconciliation_differences_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_ratings" ADD CONSTRAINT "family_ratings_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_ratings" ADD CONSTRAINT "family_ratings_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_ratings" ADD CONSTRAINT "family_ratings_family_id_users_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_family_id_users_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_family_id_users_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_caregiver_id_caregiver_profiles_user_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."caregiver_profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_family_id_users_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "active_months" ADD CONSTRAINT "active_months_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_setups" ADD CONSTRAINT "app_setups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_step_recoveries" ADD CONSTRAINT "two_step_recoveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_step_recoveries" ADD CONSTRAINT "two_step_recoveries_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_step_recoveries" ADD CONSTRAINT "two_step_recoveries_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_step_tokens" ADD CONSTRAINT "two_step_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_changes" ADD CONSTRAINT "staff_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_changes" ADD CONSTRAINT "staff_changes_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_changes" ADD CONSTRAINT "staff_changes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "availability_rules_caregiver" ON "availability_rules" USING btree ("caregiver_id");--> statement-breakpoint
CREATE INDEX "booked_times_caregiver" ON "booked_times" USING btree ("caregiver_id","blocked_until");--> statement-breakpoint
CREATE INDEX "free_week_horizons_filled" ON "free_week_horizons" USING btree ("filled_until");--> statement-breakpoint
CREATE INDEX "held_times_caregiver" ON "held_times" USING btree ("caregiver_id");--> statement-breakpoint
CREATE INDEX "held_times_request" ON "held_times" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "held_times_until" ON "held_times" USING btree ("held_until");--> statement-breakpoint
CREATE INDEX "outside_busy_caregiver" ON "outside_busy" USING btree ("caregiver_id","ends_at");--> statement-breakpoint
CREATE INDEX "time_off_caregiver" ON "time_off" USING btree ("caregiver_id","ends_at");--> statement-breakpoint
CREATE INDEX "waits_caregiver" ON "waits" USING btree ("caregiver_id","starts_at");--> statement-breakpoint
CREATE INDEX "waits_starts" ON "waits" USING btree ("starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "background_checks_open" ON "background_checks" USING btree ("caregiver_id") WHERE "background_checks"."status" IN ('requested', 'started') OR ("background_checks"."status" = 'needs_review' AND "background_checks"."decision" IS NULL);--> statement-breakpoint
CREATE INDEX "background_checks_caregiver" ON "background_checks" USING btree ("caregiver_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "background_checks_unread" ON "background_checks" USING btree ("read_at") WHERE "background_checks"."status" IN ('requested', 'started', 'needs_review', 'clear');--> statement-breakpoint
CREATE INDEX "background_checks_ending" ON "background_checks" USING btree ("valid_until") WHERE reminded_at IS NULL;--> statement-breakpoint
CREATE INDEX "blocks_blocked" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "meetings_caregiver" ON "meetings" USING btree ("caregiver_id","starts_at");--> statement-breakpoint
CREATE INDEX "meetings_family" ON "meetings" USING btree ("family_id","starts_at");--> statement-breakpoint
CREATE INDEX "meetings_asked" ON "meetings" USING btree ("starts_at") WHERE "meetings"."status" = 'asked';--> statement-breakpoint
CREATE INDEX "bookings_request" ON "bookings" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "bookings_canceled" ON "bookings" USING btree ("window_id") WHERE "bookings"."canceled_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_to_remind" ON "bookings" USING btree ("window_id") WHERE "bookings"."canceled_at" IS NULL AND "bookings"."reminded_hours_at" IS NULL;--> statement-breakpoint
CREATE INDEX "bookings_to_review" ON "bookings" USING btree ("window_id") WHERE "bookings"."canceled_at" IS NULL AND "bookings"."review_asked_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "moves_open_of_request" ON "moves" USING btree ("request_id") WHERE "moves"."status" = 'proposed';--> statement-breakpoint
CREATE INDEX "moves_request" ON "moves" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "moves_expiring" ON "moves" USING btree ("expires_at") WHERE "moves"."status" = 'proposed';--> statement-breakpoint
CREATE INDEX "request_windows_request" ON "request_windows" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "request_windows_ends" ON "request_windows" USING btree ("ends_at","request_id","id");--> statement-breakpoint
CREATE INDEX "requests_caregiver" ON "requests" USING btree ("caregiver_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "requests_family" ON "requests" USING btree ("family_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "requests_group" ON "requests" USING btree ("group_id") WHERE "requests"."group_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "requests_unpaid_of_caregiver" ON "requests" USING btree ("caregiver_id") WHERE "requests"."paid_at" IS NULL AND "requests"."status" <> 'rejected';--> statement-breakpoint
CREATE INDEX "requests_open" ON "requests" USING btree ("submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "requests"."status" = 'submitted';--> statement-breakpoint
CREATE INDEX "requests_submitted" ON "requests" USING btree ("submitted_at","family_id","caregiver_id");--> statement-breakpoint
CREATE INDEX "requests_price" ON "requests" USING btree ("price_cents","id");--> statement-breakpoint
CREATE INDEX "requests_hours" ON "requests" USING btree ("total_minutes","id");--> statement-breakpoint
CREATE INDEX "requests_paid" ON "requests" USING btree ("paid_at") WHERE "requests"."paid_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_refunds_waiting" ON "staff_refunds" USING btree ("request_id") WHERE "staff_refunds"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outside_calendars_next" ON "outside_calendars" USING btree ("next_read_at");--> statement-breakpoint
CREATE INDEX "conversations_family" ON "conversations" USING btree ("family_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_caregiver" ON "conversations" USING btree ("caregiver_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_changed" ON "messages" USING btree ("conversation_id","changed_at") WHERE changed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "admin_notes_subject" ON "admin_notes" USING btree ("subject","id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("owner_id","screen","name");--> statement-breakpoint
CREATE INDEX "dispute_answers_question" ON "dispute_answers" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "dispute_evidence_dispute" ON "dispute_evidence" USING btree ("dispute_id");--> statement-breakpoint
CREATE INDEX "dispute_questions_dispute" ON "dispute_questions" USING btree ("dispute_id");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_one_of_request" ON "disputes" USING btree ("request_id") WHERE "disputes"."ended_by" IS DISTINCT FROM 'caretaker';--> statement-breakpoint
CREATE INDEX "disputes_family" ON "disputes" USING btree ("family_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "disputes_caregiver" ON "disputes" USING btree ("caregiver_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "disputes_status" ON "disputes" USING btree ("status","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "disputes_opened" ON "disputes" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "disputes_assignee" ON "disputes" USING btree ("assignee_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_revenue" ON "ledger_transactions" USING btree ("created_at") WHERE "ledger_transactions"."category" IN ('payment_in', 'refund_out', 'fee');--> statement-breakpoint
CREATE INDEX "ban_matches_banned" ON "ban_matches" USING btree ("banned_id");--> statement-breakpoint
CREATE INDEX "ban_matches_waiting" ON "ban_matches" USING btree ("found_at") WHERE looked_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_once" ON "reports" USING btree (coalesce(reporter_id, 0),"kind","reported_id",coalesce(message_id, 0),coalesce(review_id, 0)) WHERE decision_id IS NULL AND kind <> 'booking';--> statement-breakpoint
CREATE INDEX "reports_urgent" ON "reports" USING btree ((kind = 'booking' AND decision_id IS NULL),"created_at","id");--> statement-breakpoint
CREATE INDEX "reports_request" ON "reports" USING btree ("request_id") WHERE request_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("created_at","id") WHERE decision_id IS NULL;--> statement-breakpoint
CREATE INDEX "reports_created" ON "reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reports_reported" ON "reports" USING btree ("reported_id","id");--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter_id","id");--> statement-breakpoint
CREATE INDEX "reports_decision" ON "reports" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","id" DESC NULLS FIRST) WHERE "notifications"."read_at" IS NULL;--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_preparing" ON "data_exports" USING btree ("user_id") WHERE "data_exports"."status" = 'preparing';--> statement-breakpoint
CREATE INDEX "data_exports_user" ON "data_exports" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "erasures_started" ON "erasures" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "chargebacks_payment" ON "chargebacks" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "chargebacks_open" ON "chargebacks" USING btree ("opened_at") WHERE "chargebacks"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_live_of_request" ON "payments" USING btree ("request_id") WHERE "payments"."status" IN ('open', 'captured', 'succeeded');--> statement-breakpoint
CREATE INDEX "payments_request" ON "payments" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_amounts" ON "payments" USING btree ("amount_cents","id");--> statement-breakpoint
CREATE INDEX "payments_payer_created" ON "payments" USING btree ("payer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_payee_care" ON "payments" USING btree ("payee_id","care_ended_at");--> statement-breakpoint
CREATE INDEX "payments_failed" ON "payments" USING btree ("created_at","id") WHERE "payments"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("updated_at") WHERE "payments"."status" IN ('open', 'captured', 'refunding');--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_created" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_amounts" ON "refunds" USING btree ("amount_cents","id");--> statement-breakpoint
CREATE INDEX "refunds_unfinished" ON "refunds" USING btree ("updated_at") WHERE "refunds"."status" IN ('pending', 'failed');--> statement-breakpoint
CREATE INDEX "webhook_events_chargebacks" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."type" LIKE 'charge.dispute.%';--> statement-breakpoint
CREATE INDEX "webhook_events_unapplied" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."applied_at" IS NULL;--> statement-breakpoint
CREATE INDEX "bank_history_hash" ON "bank_history" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "payout_accounts_fingerprint" ON "payout_accounts" USING btree ("bank_fingerprint");--> statement-breakpoint
CREATE INDEX "payout_accounts_in_review" ON "payout_accounts" USING btree ("bank_review_at") WHERE "payout_accounts"."bank_review" = 'open';--> statement-breakpoint
CREATE INDEX "payouts_user" ON "payouts" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payouts_created" ON "payouts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payouts_amounts" ON "payouts" USING btree ("amount_cents","id");--> statement-breakpoint
CREATE INDEX "payouts_unfinished" ON "payouts" USING btree ("updated_at") WHERE "payouts"."status" IN ('pending', 'processing', 'returning');--> statement-breakpoint
CREATE INDEX "audit_counts_entry" ON "audit_counts" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_openings" ON "audit_log" USING btree ("subject","id") WHERE action = 'document.opened';--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "bans_hash" ON "bans" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "saved_phones_hash" ON "saved_phones" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "saved_phones_replaced" ON "saved_phones" USING btree ("replaced_at");--> statement-breakpoint
CREATE INDEX "mailed_tokens_user" ON "mailed_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_suspended_until" ON "users" USING btree ("suspended_until") WHERE suspended_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_closed_at" ON "users" USING btree ("closed_at") WHERE "users"."closed_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_role_created" ON "users" USING btree ("role","created_at");--> statement-breakpoint
CREATE INDEX "users_role_name" ON "users" USING btree ("role",lower("full_name"),"id");--> statement-breakpoint
CREATE INDEX "users_name_parts" ON "users" USING gin (lower("full_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_email_parts" ON "users" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "places_names" ON "places" USING gin (string_to_array("name_keys", '|'));--> statement-breakpoint
CREATE INDEX "document_checks_file" ON "document_checks" USING btree ("file_id","id");--> statement-breakpoint
CREATE INDEX "document_checks_caregiver" ON "document_checks" USING btree ("caregiver_id");--> statement-breakpoint
CREATE INDEX "document_checks_expiry_day" ON "document_checks" USING btree ("expires_on") WHERE expires_on IS NOT NULL;--> statement-breakpoint
CREATE INDEX "document_renewals_submitted" ON "document_renewals" USING btree ("submitted_at") WHERE file_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "caregiver_profiles_search" ON "caregiver_profiles" USING gin ("search_text","skill_keys","language_keys") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "caregiver_profiles_city" ON "caregiver_profiles" USING btree ("city_key" text_pattern_ops) WHERE is_listed;--> statement-breakpoint
CREATE INDEX "caregiver_profiles_location" ON "caregiver_profiles" USING btree ("latitude","longitude") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "caregiver_profiles_rating" ON "caregiver_profiles" USING btree ("rating_hundredths" DESC NULLS FIRST,"rating_count" DESC NULLS FIRST,"user_id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "caregiver_profiles_country_rating" ON "caregiver_profiles" USING btree ("country","rating_hundredths" DESC NULLS FIRST,"rating_count" DESC NULLS FIRST,"user_id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "caregiver_profiles_price" ON "caregiver_profiles" USING btree ("price_cents","user_id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "caregiver_profiles_status_created" ON "caregiver_profiles" USING btree ("verification_status","created_at");--> statement-breakpoint
CREATE INDEX "pending_changes_submitted" ON "pending_changes" USING btree ("submitted_at");--> statement-breakpoint
CREATE INDEX "reconciliation_differences_reference" ON "reconciliation_differences" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "reconciliations_created" ON "reconciliations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "family_ratings_family" ON "family_ratings" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "family_ratings_no" ON "family_ratings" USING btree ("created_at") WHERE NOT ("family_ratings"."is_as_described" AND "family_ratings"."is_safe" AND "family_ratings"."is_kind");--> statement-breakpoint
CREATE INDEX "reviews_caregiver" ON "reviews" USING btree ("caregiver_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "favorites_caregiver" ON "favorites" USING btree ("caregiver_id");--> statement-breakpoint
CREATE INDEX "saved_searches_family" ON "saved_searches" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "saved_searches_looked" ON "saved_searches" USING btree ("looked_at");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "used_credentials_expires" ON "used_credentials" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "active_months_user" ON "active_months" USING btree ("user_id","month","days");--> statement-breakpoint
CREATE INDEX "refresh_tokens_expires" ON "refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_browser" ON "sessions" USING btree ("browser_id");--> statement-breakpoint
CREATE INDEX "factors_user" ON "factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_app" ON "factors" USING btree ("user_id") WHERE "factors"."method" = 'app';--> statement-breakpoint
CREATE UNIQUE INDEX "two_step_recoveries_open" ON "two_step_recoveries" USING btree ("user_id") WHERE "two_step_recoveries"."state" = 'open';--> statement-breakpoint
CREATE INDEX "two_step_recoveries_user" ON "two_step_recoveries" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "two_step_tokens_user" ON "two_step_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_step_tokens_expires" ON "two_step_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_changes_open_person" ON "staff_changes" USING btree ("user_id") WHERE "staff_changes"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "staff_changes_open_email" ON "staff_changes" USING btree ("email") WHERE "staff_changes"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_open" ON "staff_invitations" USING btree ("email") WHERE "staff_invitations"."accepted_at" IS NULL AND "staff_invitations"."withdrawn_at" IS NULL;--> statement-breakpoint
CREATE INDEX "attempts_expire" ON "attempts" USING btree ("expire");