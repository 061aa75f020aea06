DROP INDEX "payments_payer";--> statement-breakpoint
CREATE INDEX "payments_request" ON "payments" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "payments_payer_created" ON "payments" USING btree ("payer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);