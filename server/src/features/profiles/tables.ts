import { MEETING_HOURS, MINIMUM_VISIT_MINUTES, NOTICE_HOURS } from '@tendwell/contract/availability/settings'
import { CANCELLATION_POLICIES, DEFAULT_CANCELLATION_POLICY } from '@tendwell/contract/cancellation/policies'
import {
  CARE_AGES,
  EXPERIENCE_YEARS_MAXIMUM,
  TRAVEL_MAXIMUM_KM,
  TRAVEL_MINIMUM_KM,
} from '@tendwell/contract/profiles/caregiver-about'
import { CHILD_AGE_MAXIMUM, CHILD_MONTHS_MAXIMUM } from '@tendwell/contract/profiles/child-age'
import { VERIFICATION_STATUSES } from '@tendwell/contract/profiles/profiles'
import { CARETAKER_TEXT_LIMITS, DEFAULT_HOURLY_RATE_CENTS } from '@tendwell/contract/reference'
import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { isOneOf } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { files } from '../files/tables.ts'
import { users } from '../people/tables.ts'
import { places } from '../places/tables.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const RATING_HUNDREDTHS = sql`CASE WHEN rating_count = 0 THEN 0 ELSE round(rating_sum * 100.0 / rating_count)::int END`

export const caregiverProfiles = pgTable(
  'caregiver_profiles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .unique()
      .references(() => users.id),
    /** The user's name, kept here as well for the search; both are written in one transaction. */
    fullName: text().notNull(),
    /**
     * Whether strangers see and find only the initial of the surname: a copy of the setting, for the search.
     */
    hidesSurname: boolean().notNull().default(false),
    city: text().notNull().default(''),
    /** The city without case and accents, for the search. */
    cityKey: text().notNull().generatedAlwaysAs(sql`fold(city)`),
    country: text().notNull().default(''),
    /**
     * The place that `city` and `country` mean, and its coordinates, copied for the search. Null if the place
     * isn't known.
     */
    placeId: integer().references(() => places.id),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** US cents an hour as the caregiver entered it; 0 when they have not. */
    rateCents: integer().notNull().default(0),
    /** US cents an hour that a family pays: the default rate when the caregiver entered none. */
    priceCents: integer()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(`CASE WHEN rate_cents = 0 THEN ${DEFAULT_HOURLY_RATE_CENTS} ELSE rate_cents END`),
      ),
    languages: text().array().notNull().default([]),
    skills: text().array().notNull().default([]),
    /** Skills and languages in lower case, for the search. */
    skillKeys: text().array().notNull().default([]),
    languageKeys: text().array().notNull().default([]),
    description: text().notNull().default(''),
    /** Whole years; null where the caregiver doesn't say. */
    experienceYears: integer(),
    careAges: text({ enum: CARE_AGES }).array().notNull().default([]),
    /** An https link; '' without a video. The public doesn't get it while the profile is hidden. */
    videoUrl: text().notNull().default(''),
    /** How far they travel, in kilometers; null without a limit. */
    travelKm: doublePrecision(),
    timezone: text().notNull().default('UTC'),
    /** How many hours before its start a slot can be requested last; 0 for no notice. */
    noticeHours: integer().notNull().default(0),
    /** How many minutes a visit lasts at least; 0 for any length. */
    minimumVisitMinutes: integer().notNull().default(0),
    /** When families can meet the caregiver first. */
    meetingHours: text({ enum: MEETING_HOURS }).notNull().default('bookable'),
    cancellationPolicy: text({ enum: CANCELLATION_POLICIES }).notNull().default(DEFAULT_CANCELLATION_POLICY),
    verificationStatus: text({ enum: VERIFICATION_STATUSES }).notNull().default('pending'),
    rejectionReason: text(),
    /**
     * Why an admin verified the caregiver without papers or a complete profile. Families are then shown
     * nothing about checked papers.
     */
    verificationOverride: text(),
    /**
     * When the name or photo changed most recently. Earlier checks of papers no longer count.
     */
    identityChangedAt: timestamptz(),
    /**
     * Whether staff flagged or rejected the caregiver. Uploading documents changes the status, but only
     * staff's verification ends the restriction.
     */
    isRestricted: boolean().notNull().default(false),
    govIdFrontFileId: uuid().references(() => files.id),
    govIdBackFileId: uuid().references(() => files.id),
    certificateFileId: uuid().references(() => files.id),
    /** One of the documents has expired, which unlists a verified caregiver. */
    hasExpiredDocument: boolean().notNull().default(false),
    /**
     * Verified, with valid documents and a complete profile, and active: shown to the public and open for
     * requests.
     */
    isListed: boolean().notNull().default(false),
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    /** The average in hundredths of a star; 0 without reviews. */
    ratingHundredths: integer().notNull().generatedAlwaysAs(RATING_HUNDREDTHS),
    /**
     * The text that the search parameter `q` searches, without case and accents. Names, cities and skills are
     * in it both as written and as stemmed English, so that one English query finds "caring" in a description
     * together with a name.
     */
    searchText: tsvector()
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`
          setweight(to_tsvector('simple', fold(public_name(full_name, hides_surname))), 'A') ||
          setweight(to_tsvector('simple', fold(city || ' ' || country)), 'B') ||
          setweight(to_tsvector('simple', fold(join_words(skill_keys))), 'B') ||
          setweight(to_tsvector('english', fold(description)), 'C') ||
          setweight(to_tsvector('english', fold(public_name(full_name, hides_surname) || ' ' || city || ' ' || country || ' ' || join_words(skill_keys || language_keys))), 'D')`,
      ),
    /**
     * When staff hid the photo and the description; null if the profile is not hidden. While it is, the next
     * two columns keep what was hidden, and a new description waits for staff.
     */
    hiddenAt: timestamptz(),
    hiddenDescription: text(),
    hiddenAvatarFileId: uuid().references(() => files.id),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    check(
      'caregiver_profiles_hidden',
      sql`${table.hiddenAt} IS NOT NULL OR num_nonnulls(${table.hiddenDescription}, ${table.hiddenAvatarFileId}) = 0`,
    ),
    check(
      'caregiver_profiles_experience',
      sql`${table.experienceYears} BETWEEN 0 AND ${sql.raw(String(EXPERIENCE_YEARS_MAXIMUM))}`,
    ),
    check(
      'caregiver_profiles_travel',
      sql`${table.travelKm} BETWEEN ${sql.raw(String(TRAVEL_MINIMUM_KM))} AND ${sql.raw(String(TRAVEL_MAXIMUM_KM))}`,
    ),
    check('caregiver_profiles_video', sql`${table.videoUrl} = '' OR ${table.videoUrl} LIKE 'https://%'`),
    check('caregiver_profiles_notice', isOneOf(table.noticeHours, NOTICE_HOURS.map(String))),
    check(
      'caregiver_profiles_minimum_visit',
      isOneOf(table.minimumVisitMinutes, MINIMUM_VISIT_MINUTES.map(String)),
    ),
    check('caregiver_profiles_meeting_hours', isOneOf(table.meetingHours, MEETING_HOURS)),
    check('caregiver_profiles_rate', sql`${table.rateCents} >= 0`),
    check('caregiver_profiles_policy', isOneOf(table.cancellationPolicy, CANCELLATION_POLICIES)),
    check('caregiver_profiles_status', isOneOf(table.verificationStatus, VERIFICATION_STATUSES)),
    check(
      'caregiver_profiles_listed',
      sql`NOT ${table.isListed} OR (${table.verificationStatus} = 'verified' AND NOT ${table.hasExpiredDocument})`,
    ),
    check(
      'caregiver_profiles_override',
      sql`${table.verificationOverride} IS NULL OR ${table.verificationStatus} = 'verified'`,
    ),
    check(
      'caregiver_profiles_restricted',
      sql`NOT ${table.isRestricted} OR ${table.verificationStatus} <> 'verified'`,
    ),
    // The filters of the search; PostgreSQL combines them in one bitmap.
    index('caregiver_profiles_search')
      .using('gin', table.searchText, table.skillKeys, table.languageKeys)
      .where(sql`is_listed`),
    index('caregiver_profiles_city').on(table.cityKey.op('text_pattern_ops')).where(sql`is_listed`),
    index('caregiver_profiles_location').on(table.latitude, table.longitude).where(sql`is_listed`),
    // The orders of the search. NULLS FIRST is PostgreSQL's own order of DESC; Drizzle's default would not
    // match it.
    index('caregiver_profiles_rating')
      .on(table.ratingHundredths.desc().nullsFirst(), table.ratingCount.desc().nullsFirst(), table.userId)
      .where(sql`is_listed`),
    index('caregiver_profiles_country_rating')
      .on(
        table.country,
        table.ratingHundredths.desc().nullsFirst(),
        table.ratingCount.desc().nullsFirst(),
        table.userId,
      )
      .where(sql`is_listed`),
    index('caregiver_profiles_price').on(table.priceCents, table.userId).where(sql`is_listed`),
    index('caregiver_profiles_status_created').on(table.verificationStatus, table.createdAt),
  ],
)

/**
 * The new name and photo of a verified caregiver, and the new description of a hidden profile, that wait for
 * staff's decision.
 * @see docs/rules/profiles-and-files.md#changing-a-verified-name-or-photo
 */
export const pendingChanges = pgTable(
  'pending_changes',
  {
    caregiverId: integer()
      .primaryKey()
      .references(() => caregiverProfiles.userId, { onDelete: 'cascade' }),
    /** New with each change, so that staff decide only on the change that they saw. */
    changeId: uuid().notNull(),
    /** Null if the name stays. */
    fullName: text(),
    /** Null if the photo stays. */
    avatarFileId: uuid().references(() => files.id),
    /** Null if the description stays. A new description waits only if the profile is hidden. */
    description: text(),
    submittedAt: timestamptz().notNull(),
  },
  (table) => [
    check(
      'pending_changes_some',
      sql`num_nonnulls(${table.fullName}, ${table.avatarFileId}, ${table.description}) > 0`,
    ),
    index('pending_changes_submitted').on(table.submittedAt),
  ],
)

export const familyProfiles = pgTable('family_profiles', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  userId: integer()
    .notNull()
    .unique()
    .references(() => users.id),
  /** Whom the caregiver calls if the family can't be reached; empty if nobody was entered. */
  emergencyName: text().notNull().default(''),
  emergencyPhone: text().notNull().default(''),
  street: text().notNull().default(''),
  apartment: text().notNull().default(''),
  /** The part of town, which caregivers see before a payment. */
  neighborhood: text().notNull().default(''),
  postalCode: text().notNull().default(''),
  city: text().notNull().default(''),
  country: text().notNull().default(''),
  /** The place that `city` and `country` mean; null if it isn't known. */
  placeId: integer().references(() => places.id),
  careNeeds: text().array().notNull().default([]),
  languages: text().array().notNull().default([]),
  notes: text().notNull().default(''),
  /** When a payment's card most recently had the family's name; null if none had the present name. */
  cardCheckedAt: timestamptz(),
  createdAt: timestamptz().notNull(),
})

/** A family's children in the order they were entered; the list is saved as a whole. */
export const children = pgTable(
  'children',
  {
    /** Stays the same when the list is saved again. */
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    familyId: integer()
      .notNull()
      .references(() => familyProfiles.userId, { onDelete: 'cascade' }),
    /** The position in the list, from 0. */
    place: integer().notNull(),
    name: text().notNull(),
    /** Whole years; 0 for a child under one year, an unborn child, and one with a birth month. */
    age: integer().notNull(),
    /** Whole months of a child under one year; null for others, and where a family entered 0 years. */
    ageMonths: integer(),
    /** The day on which an unborn child is due; otherwise null. */
    dueDate: date({ mode: 'string' }),
    /** `YYYY-MM`, from which the age of each day follows; null where only an age or a due date is known. */
    birthMonth: text(),
    notes: text().notNull(),
  },
  (table) => [
    unique('children_place').on(table.familyId, table.place),
    check('children_name', sql`${table.name} <> ''`),
    check('children_age', sql`${table.age} BETWEEN 0 AND ${sql.raw(String(CHILD_AGE_MAXIMUM))}`),
    check('children_months', sql`${table.ageMonths} BETWEEN 0 AND ${sql.raw(String(CHILD_MONTHS_MAXIMUM))}`),
    check(
      'children_one_age',
      sql`num_nonnulls(${table.ageMonths}, ${table.dueDate}, ${table.birthMonth}) + (${table.age} > 0)::int <= 1`,
    ),
    check('children_birth_month', sql`${table.birthMonth} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check(
      'children_notes',
      sql`length(${table.notes}) <= ${sql.raw(String(CARETAKER_TEXT_LIMITS.childNotes))}`,
    ),
  ],
)
