/** The product's name and support address. */
export const PRODUCT_NAME = 'Tendwell'

/**
 * The versions of the terms and of the privacy page: the days they were written. A newer one asks everyone
 * who agreed to an older one again.
 * @see docs/rules/own-data.md#consent
 */
export const TERMS_VERSION = '2026-11-27'
export const PRIVACY_VERSION = '2026-11-29'
export const SUPPORT_EMAIL = 'support@tendwell.example'

/** The code of a 403 that a call answers until the caller has proved who they are. */
export const REAUTHENTICATION_REQUIRED = 'reauthentication_required'

/** The code of the 403 to the right password or Google account of someone who is suspended. */
export const ACCOUNT_SUSPENDED = 'account_suspended'

/** The message on `email` of a login with the right password before the address is verified. */
export const EMAIL_UNVERIFIED = 'Please verify your email before logging in'

/** The code of the 403 to the right password or Google account of someone with two-step sign-in. */
export const SECOND_STEP_REQUIRED = 'second_step_required'
/** The code of the 403 to staff who must turn on two-step sign-in first. */
export const TWO_STEP_REQUIRED = 'two_step_required'

/** How a user can prove who they are, as listed in a 403. With two-step sign-in only the last three count. */
export const PROOF_METHODS = ['password', 'google', 'passkey', 'app', 'recovery_code'] as const
export type ProofMethod = (typeof PROOF_METHODS)[number]

/**
 * The countries of profiles and filters, in display order.
 * @see docs/rules/profiles-and-files.md#reference-lists
 */
export const COUNTRIES = [
  'United States',
  'Canada',
  'United Kingdom',
  'Pakistan',
  'India',
  'Germany',
  'France',
  'Australia',
  'United Arab Emirates',
  'Saudi Arabia',
] as const
export type Country = (typeof COUNTRIES)[number]

/** The languages that profiles and filters suggest, in display order. */
export const LANGUAGES = [
  'English',
  'French',
  'Spanish',
  'German',
  'Urdu',
  'Arabic',
  'Hindi',
  'Chinese',
  'Italian',
  'Portuguese',
  'Russian',
  'Japanese',
] as const
export type Language = (typeof LANGUAGES)[number]

/** The skills that profiles and filters suggest. A caregiver can enter others. */
export const SKILLS = [
  'Newborn care',
  'First Aid',
  'CPR',
  'Night nanny',
  'Sleep training',
  'Postpartum support',
  'Lactation support',
  'Light housekeeping',
  'Meal prep',
  'Transportation',
  'Pet care',
  'Special needs care',
  'Autism support',
  'Infant care',
  'Toddler care',
  'Twins and multiples',
  'Premature baby care',
  'Bottle feeding',
  'Breastfeeding support',
  'Weaning and first foods',
  'Potty training',
  'Bedtime routines',
  'Birth doula support',
  'Postnatal recovery',
  'Montessori activities',
  'Early childhood education',
  'Homework help',
  'Tutoring',
  'Reading and storytelling',
  'Arts and crafts',
  'Music lessons',
  'Swimming supervision',
  'Outdoor play',
  'School pick-up and drop-off',
  'Travel nanny',
  'Household management',
  'Deep cleaning',
  'Laundry and ironing',
  'Family cooking',
  'Special diets and allergies',
  'Elder care',
  'Companionship',
  'Dementia care',
  'Mobility assistance',
  'Medication reminders',
  'Personal care',
  'Overnight care',
  'Behavioral support',
  'ADHD support',
  'Sign language',
  'Dog walking',
  'Bilingual care',
] as const
export type Skill = (typeof SKILLS)[number]

/**
 * The kinds of care, and the skills of each. A skill that is in none, such as First Aid, goes with any care.
 */
export const SKILLS_OF_KIND = {
  newborn: [
    ...[
      'Newborn care',
      'Night nanny',
      'Sleep training',
      'Postpartum support',
      'Lactation support',
      'Infant care',
    ],
    ...['Twins and multiples', 'Premature baby care', 'Bottle feeding', 'Breastfeeding support'],
    ...['Weaning and first foods', 'Birth doula support', 'Postnatal recovery'],
  ],
  child: [
    ...[
      'Toddler care',
      'Potty training',
      'Bedtime routines',
      'Montessori activities',
      'Early childhood education',
    ],
    ...['Homework help', 'Tutoring', 'Reading and storytelling', 'Arts and crafts', 'Music lessons'],
    ...['Swimming supervision', 'Outdoor play', 'School pick-up and drop-off', 'Travel nanny'],
  ],
  elder: [
    ...['Elder care', 'Companionship', 'Dementia care', 'Mobility assistance', 'Medication reminders'],
    ...['Personal care'],
  ],
  special_needs: [
    'Special needs care',
    'Autism support',
    'Behavioral support',
    'ADHD support',
    'Sign language',
  ],
  pet: ['Pet care', 'Dog walking'],
  household: [
    ...['Light housekeeping', 'Meal prep', 'Household management', 'Deep cleaning', 'Laundry and ironing'],
    ...['Family cooking', 'Special diets and allergies'],
  ],
} as const satisfies Record<string, readonly Skill[]>
export type CareKind = keyof typeof SKILLS_OF_KIND

/** The cards of the home page's carousel. Each is a skill, because a click on one searches for that skill. */
export const CARE_CATEGORIES = [
  'Newborn care',
  'Night nanny',
  'Postpartum support',
  'Lactation support',
  'Sleep training',
  'Birth doula support',
  'Toddler care',
  'Special needs care',
  'Tutoring',
  'Elder care',
  'Pet care',
  'Household management',
] as const satisfies readonly Skill[]
export type CareCategory = (typeof CARE_CATEGORIES)[number]

/** The care needs that a family can choose in their profile. */
export const SERVICE_TYPES = [
  'Nanny',
  'Babysitting',
  'Overnight care',
  'Tutoring',
  'After-school care',
  'Before-school care',
  'Newborn care',
  'Night nanny',
  'Night nurse',
  'Infant care',
  'Toddler care',
  'Preschooler care',
  'Twins and multiples care',
  'Postpartum doula',
  'Birth doula',
  'Antepartum support',
  'Lactation consulting',
  'Sleep consulting',
  'Live-in nanny',
  'Live-out nanny',
  'Part-time nanny',
  'Full-time nanny',
  'Temporary nanny',
  'Weekend nanny',
  'Travel nanny',
  'Nanny share',
  'Governess',
  'Au pair',
  "Mother's helper",
  'Family assistant',
  'House manager',
  'Backup care',
  'Emergency care',
  'Date night sitting',
  'Event childcare',
  'Hotel babysitting',
  'Holiday care',
  'Summer care',
  'School run',
  'Homework help',
  'Language immersion',
  'Music teaching',
  'Swim teaching',
  'Special needs care',
  'Autism support',
  'Respite care',
  'Elder care',
  'Companion care',
  'Dementia care',
  'Home care after surgery',
  'Housekeeping',
  'Cooking and meal prep',
  'Laundry',
  'Pet sitting',
  'Dog walking',
  'Errands and shopping',
] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]

/** The hourly rate, in US cents, of a caregiver whose rate is 0. @see docs/rules/bookings.md#price */
export const DEFAULT_HOURLY_RATE_CENTS = 5_500

/** How far ahead a request can be. @see docs/rules/bookings.md#requests */
export const REQUEST_AHEAD_MAXIMUM_DAYS = 366

/** Stars of a review. */
export const RATING_LIMITS = { min: 1, max: 5 } as const

/** Maximum lengths of free text in a family's profile, in UTF-16 units. */
export const CARETAKER_TEXT_LIMITS = { notes: 400, childNotes: 200 } as const

/** The orders of a caregiver search. @see docs/rules/profiles-and-files.md#order-of-a-search */
export const CAREGIVER_ORDERINGS = ['match', 'recommended', 'rating', 'rate', '-rate', 'newest'] as const

/** Rows per page of lists that the browser pages. */
export const SCREEN_PAGE_SIZES = {
  monthOverview: 10,
  bookingWindows: 3,
  selectedWindows: 2,
  children: 5,
  payments: 10,
  payoutRequests: 2,
} as const

/**
 * Rows per page of lists that the server pages and visitors see; here, so that those screens load without
 * zod.
 */
export const LIST_PAGE_SIZES = { caregivers: 12, reviews: 3, ownReviews: 5, documentOpenings: 5 } as const

/** How many caregivers a search can leave out. */
export const EXCEPT_MAXIMUM = 20

/** Maximum length of a list's search text; the screens truncate it. */
export const SEARCH_MAXIMUM = 200

/** How far from a place a search can look, in kilometers. */
export const SEARCH_DISTANCES_KM = [10, 25, 50] as const
/** The one with which a search begins around a place that was chosen. */
export const USUAL_DISTANCE_KM = 25

/** The value of `near` for the city of the family who searches. */
export const NEAR_HOME = 'home'
