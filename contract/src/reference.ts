/** The product's name and the address for help; nothing else spells them out (decisions, head). */
export const PRODUCT_NAME = 'Tendwell'
export const SUPPORT_EMAIL = 'support@tendwell.example'

/** The countries of profiles and filters, in the specification's order (marketplace §3). */
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

/** The languages that profiles and filters suggest, in the specification's order (marketplace §3). */
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

/** The skills that profiles and filters suggest (marketplace §3). A caregiver may write others. */
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

/** The cards of the home page's carousel. Each is a skill, because choosing one searches for that skill
 *  (decisions §3). */
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

/** What a family can say it needs in its profile's care needs (marketplace §3). */
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

/** What a dispute can be about: the value on the wire and its words on screen (admin specification §9). */
export const DISPUTE_TYPES = [
  { value: 'payment', label: 'Payment Related' },
  { value: 'service_quality', label: 'Service Quality' },
  { value: 'communication', label: 'Communication Issues' },
  { value: 'schedule', label: 'Schedule Problems' },
  { value: 'other', label: 'Other' },
] as const
export type DisputeType = (typeof DISPUTE_TYPES)[number]['value']

/** A dispute is shown as `DPT-12`; the wire carries 12 (decisions §1). */
export const DISPUTE_LABEL_PREFIX = 'DPT-'

/** Evidence of one dispute: files, bytes of each and of all together (admin specification §5). */
export const EVIDENCE_LIMITS = {
  files: 5,
  fileBytes: 10 * 1024 * 1024,
  totalBytes: 10 * 1024 * 1024,
} as const

/** The rate by the hour, in US cents, of a caregiver who has set none (marketplace §9, decisions §5). */
export const DEFAULT_HOURLY_RATE_CENTS = 5_500

/** How far ahead a request reaches: a year (decisions §5). */
export const REQUEST_AHEAD_MAXIMUM_DAYS = 366

/** Stars of a review (marketplace §9). */
export const RATING_LIMITS = { least: 1, most: 5 } as const

/** Longest free texts of a caretaker's profile, in UTF-16 units (marketplace §5). */
export const CARETAKER_TEXT_LIMITS = { notes: 400, childNotes: 200 } as const

/** What the search of caregivers can be ordered by. */
export const CAREGIVER_ORDERINGS = ['rating', 'rate', '-rate', 'newest'] as const

/** Rows a page of the lists that the browser cuts itself (marketplace §9); those that the server cuts
 *  are below, or beside their query. */
export const SCREEN_PAGE_SIZES = {
  monthOverview: 10,
  bookingWindows: 3,
  selectedWindows: 2,
  children: 5,
  payments: 10,
  payoutRequests: 2,
} as const

/** Rows a page of lists that the server cuts and visitors see: here, so that their screens come without zod. */
export const LIST_PAGE_SIZES = { caregivers: 12, reviews: 3, ownReviews: 5 } as const

/** How long a list's search text can be; the screens cut it there. */
export const SEARCH_MAXIMUM = 200
