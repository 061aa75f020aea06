-- Who had to do with whom before it was kept: each request there is, and the first one that was paid (decisions §3).
INSERT INTO acquaintances (caregiver_id, caretaker_id, met_at, first_paid_at)
SELECT caregiver_id, caretaker_id, min(submitted_at), min(paid_at)
FROM requests GROUP BY caregiver_id, caretaker_id
ON CONFLICT DO NOTHING;
