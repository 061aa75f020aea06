CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"key" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"provider_refund_id" text,
	"failure_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_key_unique" UNIQUE("key"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" IN ('pending', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"account_id" text,
	"details_submitted" boolean DEFAULT false NOT NULL,
	"payouts_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_accounts_accountId_unique" UNIQUE("account_id")
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
CREATE TABLE "sandbox"."accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"email" text NOT NULL,
	"details_submitted" boolean DEFAULT false NOT NULL,
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
ALTER TABLE "payments" ADD COLUMN "escrow_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "held_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "held_from_available_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "holds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee_refund_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "released_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "object_id" text;--> statement-breakpoint
ALTER TABLE "sandbox"."movements" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" ADD COLUMN "ends_well" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."checkout_sessions" ADD COLUMN "refunds" text DEFAULT 'at once' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_unfinished" ON "refunds" USING btree ("updated_at") WHERE "refunds"."status" <> 'succeeded';--> statement-breakpoint
CREATE INDEX "payouts_user" ON "payouts" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payouts_unfinished" ON "payouts" USING btree ("updated_at") WHERE "payouts"."status" IN ('pending', 'processing', 'returning');--> statement-breakpoint
CREATE INDEX "reconciliations_created" ON "reconciliations" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_parts" CHECK ("payments"."escrow_cents" >= 0 AND "payments"."held_from_available_cents" BETWEEN 0 AND "payments"."held_cents"
        AND "payments"."refund_cents" BETWEEN 0 AND "payments"."amount_cents"
        AND "payments"."fee_refund_cents" BETWEEN 0 AND "payments"."fee_cents"
        AND "payments"."escrow_cents" + "payments"."held_cents" + "payments"."refund_cents" <= "payments"."amount_cents");