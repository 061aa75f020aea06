/**
 * One statement for each of three reads, as someone writes it by hand who knows what the answer must be: it
 * returns the fields as the API names them, for a visitor, and a month in UTC. What no seeded caregiver has
 * (checked papers, references and bookings) isn't read.
 */

const toIsoTime = (minute: string) =>
  `to_char(to_timestamp(${minute} * 60) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What everyone sees of a caregiver; `$1` is the minute now, since 1970. */
const PUBLIC_COLUMNS = `
  user_id AS id, id AS caregiver_profile_id, public_name(full_name, hides_surname) AS full_name,
  (SELECT '/avatars/' || avatar_file_id FROM users WHERE users.id = user_id) AS avatar,
  city, country, rate_cents / 100.0::float8 AS hourly_rate_usd, languages, skills, description, timezone,
  cancellation_policy, 'verified' AS verification_status,
  CASE WHEN rating_count > 0 THEN rating_hundredths / 100.0::float8 END AS average_rating,
  rating_count AS total_reviews, '{"id_checked_on":null,"certificate":null}'::json AS paper_checks,
  false AS has_background_check, NULL AS distance_km,
  (SELECT coalesce(json_agg(json_build_object('start_utc', ${toIsoTime('s')}, 'end_utc', ${toIsoTime('e')})), '[]')
   FROM (SELECT week_minute + slot.starts AS s, week_minute + slot.ends AS e
         FROM free_weeks AS week, unnest(week.starts, week.ends) AS slot (starts, ends)
         WHERE caregiver_id = user_id AND week_minute > $1 - 10080 AND week_minute + slot.starts >= $1 + notice_hours * 60
         ORDER BY week_minute, slot.starts LIMIT 3) AS next) AS free_slots`

/** The caregiver with the id `$2`. */
export const ONE_CAREGIVER = `
  SELECT ${PUBLIC_COLUMNS}, NULL AS background_check, NULL AS completion_rate, notice_hours, minimum_visit_minutes,
    experience_years, care_ages, video_url, travel_km, NULL AS response_hours, NULL AS repeat_families, 0 AS references_confirmed
  FROM caregiver_profiles WHERE user_id = $2 AND is_listed`

/** The first page of all caregivers; each row has the number of all, as far as they are counted. */
export const FIRST_PAGE = `
  SELECT ${PUBLIC_COLUMNS},
    (SELECT count(*)::int FROM (SELECT FROM caregiver_profiles WHERE is_listed LIMIT 1001) AS counted) AS count
  FROM caregiver_profiles WHERE is_listed
  ORDER BY rating_hundredths DESC, rating_count DESC, user_id LIMIT 12`

/** The free slots of the caregiver `$1` by day, from `$2` to before `$3`, and the days that are full. */
export const ONE_MONTH = `
  WITH days AS (
    SELECT DATE '1970-01-01' + (week_minute + minute) / 1440 AS day, count(*) AS slots
    FROM free_weeks, unnest(starts) AS minute
    WHERE caregiver_id = $1 AND week_minute > ($2::date - DATE '1970-01-08') * 1440
      AND week_minute < ($3::date - DATE '1970-01-01') * 1440
      AND week_minute + minute >= ($2::date - DATE '1970-01-01') * 1440
      AND week_minute + minute < ($3::date - DATE '1970-01-01') * 1440
    GROUP BY 1)
  SELECT
    (SELECT coalesce(json_object_agg(day, slots ORDER BY day), '{}') FROM days) AS days,
    (SELECT coalesce(json_agg(DISTINCT starts_at::date), '[]') FROM booked_times
     WHERE caregiver_id = $1 AND starts_at >= $2 AND starts_at < $3
       AND NOT EXISTS (SELECT FROM days WHERE day = starts_at::date)) AS full`
