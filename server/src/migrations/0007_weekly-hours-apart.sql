-- Hours of one weekday are apart from each other; they may touch (marketplace §5). In minutes of the day, of which
-- an end of 00:00 is the last.
ALTER TABLE availability_rules ADD CONSTRAINT availability_rules_no_overlap
  EXCLUDE USING gist (caregiver_id WITH =, weekday WITH =, int4range(
    substr(start_local, 1, 2)::integer * 60 + substr(start_local, 4, 2)::integer,
    CASE end_local WHEN '00:00' THEN 1440
      ELSE substr(end_local, 1, 2)::integer * 60 + substr(end_local, 4, 2)::integer END) WITH &&);
