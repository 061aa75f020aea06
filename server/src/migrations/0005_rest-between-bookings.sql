-- The rest after what was asked for before rests were kept: that of its hours on the day as they stand. They are
-- those it was asked for under wherever it is booked, because booked windows can't be changed (decisions §4); weekly
-- hours have none. Within one request no rest is kept.
WITH zones AS MATERIALIZED (
  SELECT profile.user_id, zone.name
  FROM caregiver_profiles profile JOIN pg_timezone_names zone ON zone.name = profile.timezone
), asked AS MATERIALIZED (
  SELECT asked.id, request.caregiver_id, asked.ends_at, zones.name AS zone,
    (SELECT min(next.starts_at) FROM request_windows next
      WHERE next.request_id = asked.request_id AND next.starts_at >= asked.ends_at) AS next_starts_at
  FROM request_windows asked
    JOIN requests request ON request.id = asked.request_id
    JOIN zones ON zones.user_id = request.caregiver_id
), placed AS (
  SELECT id, caregiver_id, ends_at, next_starts_at,
    (ends_at - interval '1 minute') AT TIME ZONE zone AS last_minute
  FROM asked
), rests AS (
  SELECT placed.id, least(
    (hours ->> 'buffer_minutes')::integer,
    floor(extract(epoch FROM placed.next_starts_at - placed.ends_at) / 60)::integer) AS minutes
  FROM placed
    JOIN availability_overrides day ON day.caregiver_id = placed.caregiver_id
      AND day.date_local = placed.last_minute::date AND day.is_available
    CROSS JOIN LATERAL jsonb_array_elements(day.windows) hours
  WHERE to_char(placed.last_minute, 'HH24:MI') >= hours ->> 'start_local'
    AND (hours ->> 'end_local' = '00:00' OR to_char(placed.last_minute, 'HH24:MI') < hours ->> 'end_local')
)
UPDATE request_windows SET buffer_minutes = rests.minutes FROM rests WHERE rests.id = request_windows.id;
--> statement-breakpoint

-- Bookings that stand within the rest of an earlier one stay: that rest ends where they begin.
WITH following AS MATERIALIZED (
  SELECT id, lead(starts_at) OVER (PARTITION BY caregiver_id ORDER BY starts_at) AS starts_at FROM occupied_times
)
UPDATE occupied_times taken SET buffer_minutes = least(
    asked.buffer_minutes, floor(extract(epoch FROM following.starts_at - taken.ends_at) / 60)::integer)
FROM bookings booking, request_windows asked, following
WHERE booking.occupied_time_id = taken.id AND asked.id = booking.window_id AND following.id = taken.id
  AND asked.buffer_minutes > 0;
--> statement-breakpoint

-- No two live bookings of a caregiver overlap, and none begins in the rest after another, whatever the code does and
-- however her hours have been changed meanwhile (decisions §5).
ALTER TABLE occupied_times DROP CONSTRAINT occupied_times_no_overlap;
--> statement-breakpoint
ALTER TABLE occupied_times ADD CONSTRAINT occupied_times_no_overlap
  EXCLUDE USING gist (caregiver_id WITH =, tstzrange(starts_at, free_at) WITH &&);
