-- The console's list goes by when requests were submitted; the open ones are few among all, and nearly all new.
DROP INDEX requests_open;
--> statement-breakpoint
CREATE INDEX requests_open ON requests (submitted_at DESC, id DESC) WHERE status = 'submitted';
