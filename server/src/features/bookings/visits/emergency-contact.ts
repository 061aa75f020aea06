import { sql } from 'drizzle-orm'

/**
 * The SQL expression, in a statement on `requests`, of a request's visits with the emergency contact that its
 * family's profile has now.
 * @see docs/rules/bookings.md#reaching-each-other
 */
export const VISIT_WITH_EMERGENCY_CONTACT = sql`jsonb_set(requests.visit, '{emergency_contact}', coalesce((
  SELECT jsonb_build_object('name', emergency_name, 'phone', emergency_phone) FROM family_profiles
  WHERE user_id = requests.family_id AND emergency_phone <> ''), 'null'))`
