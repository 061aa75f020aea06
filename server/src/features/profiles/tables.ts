import { CHILD_AGE_MAXIMUM } from '@tendwell/contract/caretakers'
import { VERIFICATION_STATUSES } from '@tendwell/contract/profiles'
import { CARETAKER_TEXT_LIMITS, DEFAULT_HOURLY_RATE_CENTS } from '@tendwell/contract/reference'
import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { files } from '../files/tables.ts'
import { BLOCK } from './blocks.ts'
import { KNOWN_LANGUAGES, KNOWN_SKILLS } from './known-keys.ts'
import { STANDING_SHIFT } from './profile.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const bits = customType<{ data: string }>({ dataType: () => 'bigint' })
const mask = customType<{ data: string }>({ dataType: () => `bit(${BLOCK})` })
const masks = customType<{ data: string }>({ dataType: () => 'varbit' })
/** Compared byte by byte, so that an index finds what begins with something. */
const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
const bitsIn = (column: string, known: readonly string[]) =>
  sql.raw(`bits_of(${column}, ARRAY[${known.map((key) => `'${key.replaceAll("'", "''")}'`).join(', ')}])`)

const RATING_HUNDREDTHS = sql`CASE WHEN rating_count = 0 THEN 0 ELSE round(rating_sum * 100.0 / rating_count)::int END`

export const caregiverProfiles = pgTable(
  'caregiver_profiles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .unique()
      .references(() => users.id),
    /** The user's name, kept here as well for the search; written with it in one transaction. */
    fullName: text().notNull(),
    /** The same folded, each of its names after a space. `folded`, in the migrations: in lower case, without accents. */
    nameKey: text().notNull().generatedAlwaysAs(sql`' ' || folded(full_name)`),
    city: text().notNull().default(''),
    /** The city folded, by which the search compares. */
    cityKey: text().notNull().generatedAlwaysAs(sql`folded(city)`),
    country: text().notNull().default(''),
    /** US cents an hour as the caregiver wrote it; 0 where she has not said. */
    rateCents: integer().notNull().default(0),
    /** US cents an hour that a family pays: the default rate where she has not said (decisions §5). */
    priceCents: integer()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(`CASE WHEN rate_cents = 0 THEN ${DEFAULT_HOURLY_RATE_CENTS} ELSE rate_cents END`),
      ),
    languages: text().array().notNull().default([]),
    skills: text().array().notNull().default([]),
    /** Skills and languages in lower case, by which the search compares. */
    skillKeys: text().array().notNull().default([]),
    languageKeys: text().array().notNull().default([]),
    /** A bit for each of them that the reference lists know, by which a search counts; `bits_of` is in the migrations. */
    skillBits: bits().notNull().generatedAlwaysAs(bitsIn('skill_keys', KNOWN_SKILLS)),
    languageBits: bits().notNull().generatedAlwaysAs(bitsIn('language_keys', KNOWN_LANGUAGES)),
    description: text().notNull().default(''),
    timezone: text().notNull().default('UTC'),
    verificationStatus: text({ enum: VERIFICATION_STATUSES }).notNull().default('pending'),
    rejectionReason: text(),
    adminNotes: text().notNull().default(''),
    govIdFrontFileId: uuid().references(() => files.id),
    govIdBackFileId: uuid().references(() => files.id),
    certificateFileId: uuid().references(() => files.id),
    /** Verified and active: shown to the public and open for requests. */
    isListed: boolean().notNull().default(false),
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    /** The average in hundredths of a star, 0 where nobody has rated yet. */
    ratingHundredths: integer().notNull().generatedAlwaysAs(RATING_HUNDREDTHS),
    /** What lists are ordered by, the highest first: the average, then how many have rated, then who came earlier. */
    standing: bits()
      .notNull()
      .generatedAlwaysAs(
        sql`(${RATING_HUNDREDTHS}::bigint << ${sql.raw(String(STANDING_SHIFT))}) | (least(rating_count, 262143)::bigint << 32) | (2147483647 - user_id)`,
      ),
    /**
     * What `q` looks in, folded. Everything stands in it as stemmed English too, so that one query of English words finds
     * a description's "caring" together with a name; `words_of` is made in the migrations.
     */
    searchText: tsvector()
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`
          setweight(to_tsvector('simple', folded(full_name)), 'A') ||
          setweight(to_tsvector('simple', folded(city)), 'B') ||
          setweight(to_tsvector('simple', folded(words_of(skill_keys))), 'B') ||
          setweight(to_tsvector('english', folded(description)), 'C') ||
          setweight(to_tsvector('english', folded(full_name || ' ' || city || ' ' || words_of(skill_keys))), 'D')`,
      ),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    check('caregiver_profiles_rate', sql`${table.rateCents} >= 0`),
    check(
      'caregiver_profiles_status',
      sql`${table.verificationStatus} IN ('pending', 'verified', 'rejected', 'flagged')`,
    ),
    check(
      'caregiver_profiles_listed',
      sql`NOT ${table.isListed} OR ${table.verificationStatus} = 'verified'`,
    ),
    // What finds a country or rates also holds what else a search compares, and what orders a list the ids by which masks
    // tell who is found: it need not look further.
    // PostgreSQL's plain DESC puts nulls first, drizzle's index puts them last: an index that differs orders nothing.
    index('caregiver_profiles_listed_rating')
      .on(table.standing.desc().nullsFirst(), table.userId)
      .where(sql`is_listed`),
    index('caregiver_profiles_listed_country')
      .on(
        table.country,
        table.standing.desc().nullsFirst(),
        table.userId,
        table.priceCents,
        table.skillBits,
        table.languageBits,
      )
      .where(sql`is_listed`),
    // What a search counts by, narrow enough to be gone through as a whole.
    index('caregiver_profiles_counted')
      .on(table.userId, table.standing, table.priceCents, table.country, table.skillBits, table.languageBits)
      .where(sql`is_listed`),
    index('caregiver_profiles_listed_price')
      .on(table.priceCents, table.userId, table.standing, table.skillBits, table.languageBits)
      .where(sql`is_listed`),
    index('caregiver_profiles_listed_city')
      .on(
        table.cityKey.op('text_pattern_ops'),
        table.country,
        table.standing,
        table.userId,
        table.priceCents,
        table.skillBits,
        table.languageBits,
      )
      .where(sql`is_listed`),
    index('caregiver_profiles_skills').using('gin', table.skillKeys),
    index('caregiver_profiles_languages').using('gin', table.languageKeys),
    index('caregiver_profiles_listed_text').using('gin', table.searchText).where(sql`is_listed`),
    index('caregiver_profiles_listed_name')
      .using('gin', table.nameKey.op('gin_trgm_ops'))
      .where(sql`is_listed`),
    index('caregiver_profiles_status_created').on(table.verificationStatus, table.createdAt),
  ],
)

/**
 * The listed caregivers of a block of 512 ids, a bit each: a mask for all of them, each known skill and language, the
 * digits of rates and ratings, and each country. A row has to fit on a page, so they are on two sheets (`masks.ts` tells
 * their places). Kept by a trigger of the profiles (in the migrations); what a search finds is told by it, 512
 * people at a time.
 */
export const caregiverBlocks = pgTable(
  'caregiver_blocks',
  {
    sheet: integer().notNull(),
    block: integer().notNull(),
    masks: masks().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sheet, table.block] })],
)

/**
 * For each word that finds listed caregivers, their bits in each block where it finds any: the words of `search_text`,
 * and after a space those of names. Kept by a trigger of the profiles (in the migrations), which never deletes a row;
 * who are found by a word are told by it, 512 people at a time.
 */
export const caregiverWords = pgTable(
  'caregiver_words',
  {
    word: plainText().notNull(),
    block: integer().notNull(),
    mask: mask().notNull(),
  },
  // It includes the mask, which drizzle can't say.
  (table) => [primaryKey({ columns: [table.word, table.block] })],
)

export const caretakerProfiles = pgTable('caretaker_profiles', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  userId: integer()
    .notNull()
    .unique()
    .references(() => users.id),
  phoneNumber: text().notNull().default(''),
  city: text().notNull().default(''),
  country: text().notNull().default(''),
  careNeeds: text().array().notNull().default([]),
  languages: text().array().notNull().default([]),
  notes: text().notNull().default(''),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})

/** A family's children, in the order in which it wrote them; saved as a whole list. */
export const children = pgTable(
  'children',
  {
    caretakerId: integer()
      .notNull()
      .references(() => caretakerProfiles.userId, { onDelete: 'cascade' }),
    /** From 0. */
    place: integer().notNull(),
    name: text().notNull(),
    /** Whole years. */
    age: integer().notNull(),
    notes: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caretakerId, table.place] }),
    check('children_name', sql`${table.name} <> ''`),
    check('children_age', sql`${table.age} BETWEEN 0 AND ${sql.raw(String(CHILD_AGE_MAXIMUM))}`),
    check(
      'children_notes',
      sql`length(${table.notes}) <= ${sql.raw(String(CARETAKER_TEXT_LIMITS.childNotes))}`,
    ),
  ],
)

/**
 * Which caregiver has to do with which family, and so may see its profile (decisions §3): written by whoever makes a
 * request, a booking, a conversation or a dispute between them, never removed.
 */
export const acquaintances = pgTable(
  'acquaintances',
  {
    caregiverId: integer()
      .notNull()
      .references(() => users.id),
    caretakerId: integer()
      .notNull()
      .references(() => users.id),
    metAt: timestamp({ withTimezone: true }).notNull(),
    /** When a booking of theirs was paid for the first time; null before. */
    firstPaidAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.caregiverId, table.caretakerId] }),
    check('acquaintances_are_two', sql`${table.caregiverId} <> ${table.caretakerId}`),
  ],
)
