-- Before identical time off is refused (the next migration, in the same transaction): of what a repeated save has stored
-- more than once the first stays. Nothing refers to the others, and what is free doesn't change.
LOCK TABLE time_off IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
DELETE FROM time_off later USING time_off first
  WHERE first.caregiver_id = later.caregiver_id AND first.starts_at = later.starts_at
    AND first.ends_at = later.ends_at AND first.id < later.id;
