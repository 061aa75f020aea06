import type { Skill } from '@tendwell/contract/reference'

/**
 * A caregiver's line of work: its skills, and the first two sentences of a description. `{years}` is
 * replaced.
 */
export type Specialty = {
  skills: readonly Skill[]
  openings: readonly string[]
  middles: readonly string[]
}

/** Of nannies by day. Any four of the skills are of both kinds of care, so that each nanny can be asked in place of another. */
const NANNY: Specialty = {
  skills: ['Newborn care', 'Infant care', 'Sleep training', 'Toddler care', 'Outdoor play', 'Bedtime routines'],
  openings: [
    'Nanny for {years} years, from the first weeks to the first day of school.',
    'I’ve been a full-time nanny for {years} years.',
  ],
  middles: [
    'Babies set their own pace with me, and toddlers get a walk in any weather.',
    'I keep naps and meals where your family has them, and read a lot in between.',
  ],
} // biome-ignore format: texts to read

export const SPECIALTIES: readonly Specialty[] = [
  {
    skills: [
      'Newborn care', 'Night nanny', 'Infant care', 'Bottle feeding', 'Sleep training', 'First Aid', 'CPR',
      'Twins and multiples',
    ],
    openings: [
      'Newborn specialist with {years} years of experience, much of it at three in the morning.',
      'I’ve cared for newborns through their first hundred days for {years} years.',
      'Night nanny with {years} years of experience helping families sleep.',
    ],
    middles: [
      'I help with feeding, settle babies gently, and show you how to spot the early cues before the tears.',
      'I love working with twins and preemies, and I build routines slowly and gently.',
      'I never leave a baby to cry. Together we find a rhythm that works for your child and your sleep.',
    ],
  },
  {
    skills: [
      'Postpartum support', 'Birth doula support', 'Postnatal recovery', 'Breastfeeding support',
      'Lactation support', 'Newborn care', 'Family cooking',
    ],
    openings: [
      'Certified birth and postpartum doula. I’ve supported more than {years}0 families.',
      'Postpartum doula for {years} years, and a trained midwife before that.',
    ],
    middles: [
      'I take care of the mother first: rest, warm meals, and someone who listens without judging.',
      'From the first latch to the first walk outside, I’m the calm person in the room.',
      'Expect practical help: feeding, bathing, recovery, and a pot of soup on the stove.',
    ],
  },
  {
    skills: [
      'Toddler care', 'Early childhood education', 'Montessori activities', 'Arts and crafts', 'Outdoor play',
      'Potty training', 'Meal prep', 'First Aid',
    ],
    openings: [
      'Former preschool teacher turned nanny, with {years} years of toddler experience.',
      'Montessori-trained, and a family nanny for {years} years.',
      'Nanny for {years} years: patient, playful, and hard to tire out.',
    ],
    middles: [
      'Mornings outdoors, afternoons with paint and blocks, and no screens.',
      'Kids help me cook, sort laundry, and water the plants, and they’re proud of it.',
      'I set a few clear rules and stick to them, so bedtime goes quickly.',
    ],
  },
  {
    skills: [
      'Tutoring', 'Homework help', 'School pick-up and drop-off', 'Music lessons', 'Reading and storytelling',
      'Transportation', 'Bilingual care', 'ADHD support',
    ],
    openings: [
      'After-school nanny and tutor with {years} years of homework at kitchen tables.',
      'Former elementary school teacher with {years} years of experience.',
    ],
    middles: [
      'I pick up the kids, we have a snack, and then we start with the hardest subject.',
      'We read aloud every afternoon, whatever their age.',
      'Kids who can’t sit still do well with me: short steps, clear praise, and lots of movement.',
    ],
  },
  {
    skills: [
      'Special needs care', 'Autism support', 'Behavioral support', 'Sign language', 'ADHD support',
      'Personal care', 'First Aid', 'CPR',
    ],
    openings: [
      'Special needs caregiver for {years} years, with a degree in special education.',
      'I’ve supported autistic children at home and at school for {years} years.',
    ],
    middles: [
      'I work with your therapists, stick to the plan, and tell you honestly what helps.',
      'I believe in predictable days, picture schedules, and plenty of time for special interests.',
      'Meltdowns don’t scare me. I stay close, stay calm, and we try again.',
    ],
  },
  {
    skills: [
      'Elder care', 'Dementia care', 'Companionship', 'Mobility assistance', 'Medication reminders',
      'Personal care', 'Meal prep', 'Overnight care',
    ],
    openings: [
      'Certified nursing assistant. I’ve cared for older adults at home for {years} years.',
      'Companion caregiver for {years} years, mostly for people living with dementia.',
    ],
    middles: [
      'Dignity comes first: I help when help is wanted and step back when it isn’t.',
      'Medication on time, a daily walk, and long talks about the old days.',
      'I send the family an update every evening.',
    ],
  },
  {
    skills: [
      'Household management', 'Light housekeeping', 'Deep cleaning', 'Laundry and ironing', 'Family cooking',
      'Special diets and allergies', 'Meal prep',
    ],
    openings: [
      'Hotel-trained housekeeper with {years} years in private homes.',
      'Household manager with {years} years of experience in busy family homes.',
    ],
    middles: [
      'Linens, pantry, calendar: I keep everything organized.',
      'I cook fresh meals every day and know my way around food allergies.',
      'I work around nap times, and I learn quickly which floorboards creak.',
    ],
  },
  {
    skills: [
      'Pet care', 'Dog walking', 'Overnight care', 'Medication reminders', 'Transportation',
      'Light housekeeping',
    ],
    openings: [
      'Former vet tech. I’ve taken care of family pets for {years} years.',
      'Pet sitter for {years} years: dogs, cats, and one very old parrot.',
    ],
    middles: [
      'Two long walks a day, photos at noon, and medication exactly as prescribed.',
      'New baby and a jealous dog? I help them get used to each other.',
    ],
  },
] // biome-ignore format: texts to read

/** The lines of work of nannies. */
export const NANNY_SPECIALTIES = { nights: SPECIALTIES[0] as Specialty, days: NANNY }

/** The last sentence of a description. */
export const CLOSINGS = [
  'Parents often tell me the house feels calmer after my first evening.',
  'I keep a short written log of every visit, so you always know how the day went.',
  'I’m happy to share references from families I’ve worked with.',
  'I stay calm, show up early, and leave things tidier than I found them.',
  'I offer a free first meeting so everyone can get comfortable.',
  'I renew my first aid and CPR certifications every year.',
] as const
