import type { Skill } from '@tendwell/contract/reference'

/** A kind of work, in the words of those who do it. `{years}` is filled in. */
export type Specialty = {
  skills: readonly Skill[]
  openings: readonly string[]
  middles: readonly string[]
  closings: readonly string[]
}

const CLOSINGS = [
  'Parents tell me that the house feels quieter after my first evening.',
  'I keep a short written log of every visit, so that you always know how the day went.',
  'References from families I have stayed in touch with are gladly given.',
  'I work calmly, arrive early, and leave things tidier than I found them.',
  'I like to meet once before we begin, without charge, so that everybody is at ease.',
  'My first aid and CPR certificates are renewed every year.',
] as const

export const SPECIALTIES: readonly Specialty[] = [
  {
    skills: [
      'Newborn care',
      'Night nanny',
      'Infant care',
      'Bottle feeding',
      'Sleep training',
      'First Aid',
      'CPR',
      'Twins and multiples',
    ],
    openings: [
      'Newborn specialist for {years} years, most of them spent awake at three in the morning.',
      'I have cared for newborns through their first hundred days for {years} years.',
      'Night nanny with {years} years of quiet nights behind me.',
    ],
    middles: [
      'I support feeding, settle gently, and help you read the small signs before they become tears.',
      'Twins and early arrivals are where I feel most at home; routines grow slowly and kindly.',
      'I never leave a baby to cry; we find a rhythm that suits your child and your sleep.',
    ],
    closings: CLOSINGS,
  },
  {
    skills: [
      'Postpartum support',
      'Birth doula support',
      'Postnatal recovery',
      'Breastfeeding support',
      'Lactation support',
      'Newborn care',
      'Family cooking',
    ],
    openings: [
      'Certified birth and postpartum doula; I have accompanied more than {years}0 families.',
      'Postpartum doula for {years} years, trained as a midwife before that.',
    ],
    middles: [
      'I look after the mother first: rest, warm food, and someone who listens without judging.',
      'From the first latch to the first walk outside, I am the calm person in the room.',
      'Expect practical help: feeding, bathing, recovery, and a pot of soup on the stove.',
    ],
    closings: CLOSINGS,
  },
  {
    skills: [
      'Toddler care',
      'Early childhood education',
      'Montessori activities',
      'Arts and crafts',
      'Outdoor play',
      'Potty training',
      'Meal prep',
      'First Aid',
    ],
    openings: [
      'Early years teacher turned nanny, with {years} years among toddlers.',
      'I trained in Montessori education and have been a family nanny for {years} years.',
      'Nanny for {years} years; patient, playful, and hard to tire out.',
    ],
    middles: [
      'Mornings outdoors, afternoons with paint and blocks, and screens stay off.',
      'Children help me cook, sort and water the plants; they are proud of real work.',
      'I set few rules and keep them, which is why bedtime with me is short.',
    ],
    closings: CLOSINGS,
  },
  {
    skills: [
      'Tutoring',
      'Homework help',
      'School pick-up and drop-off',
      'Music lessons',
      'Reading and storytelling',
      'Transportation',
      'Bilingual care',
      'ADHD support',
    ],
    openings: [
      'After-school nanny and tutor; {years} years of homework at kitchen tables.',
      'Former primary school teacher with {years} years of experience.',
    ],
    middles: [
      'I collect the children, we eat something, and then the hardest subject comes first.',
      'Reading aloud is part of every afternoon, whatever the age.',
      'Children with restless minds do well with me: short steps, clear praise, much movement.',
    ],
    closings: CLOSINGS,
  },
  {
    skills: [
      'Special needs care',
      'Autism support',
      'Behavioral support',
      'Sign language',
      'ADHD support',
      'Personal care',
      'First Aid',
      'CPR',
    ],
    openings: [
      'Special needs caregiver for {years} years, with a degree in therapeutic pedagogy.',
      'I have supported autistic children at home and at school for {years} years.',
    ],
    middles: [
      'I work with your therapists, keep to the plan, and tell you honestly what helps.',
      'Predictable days, picture schedules and plenty of room for interests: that is how I work.',
      'Meltdowns do not frighten me. I stay near, stay quiet, and we try again.',
    ],
    closings: CLOSINGS,
  },
  {
    skills: [
      'Elder care',
      'Dementia care',
      'Companionship',
      'Mobility assistance',
      'Medication reminders',
      'Personal care',
      'Meal prep',
      'Overnight care',
    ],
    openings: [
      'Registered nursing assistant; I have cared for older people at home for {years} years.',
      'Companion and carer for {years} years, much of it with people living with dementia.',
    ],
    middles: [
      'Dignity comes first: I help where help is wanted and wait where it is not.',
      'Medication on time, a walk a day, and long conversations about how things used to be.',
      'I keep family abroad informed with a message each evening.',
    ],
    closings: CLOSINGS,
  },
  {
    skills: [
      'Household management',
      'Light housekeeping',
      'Deep cleaning',
      'Laundry and ironing',
      'Family cooking',
      'Special diets and allergies',
      'Meal prep',
    ],
    openings: [
      'Housekeeper in private homes for {years} years, hotel-trained.',
      'Household manager with {years} years in busy family homes.',
    ],
    middles: [
      'Linen, pantry, calendar: things simply are where they should be.',
      'I cook fresh each day and know my way around allergies.',
      'I work around sleeping babies, and I know which floorboards creak.',
    ],
    closings: CLOSINGS,
  },
  {
    skills: [
      'Pet care',
      'Dog walking',
      'Overnight care',
      'Medication reminders',
      'Transportation',
      'Light housekeeping',
    ],
    openings: [
      'Former veterinary nurse; I have looked after family pets for {years} years.',
      'Pet sitter for {years} years: dogs, cats, and one very old parrot.',
    ],
    middles: [
      'Two long walks a day, photographs at noon, and medication given exactly as written.',
      'New baby and jealous dog? I help both of them get used to each other.',
    ],
    closings: CLOSINGS,
  },
]

/** What families wrote after a booking, by the stars they gave. */
export const REVIEW_TEXTS: Readonly<Record<number, readonly string[]>> = {
  5: [
    'From the first evening we slept again. We could not have wished for a kinder person.',
    'Our daughter asks for her every morning. Punctual, warm, and wonderfully calm.',
    'She noticed things we had missed and told us gently. We have booked her again.',
    'The whole house breathes out when she arrives. Thank you.',
    'Careful, experienced and discreet. Exactly what we hoped for.',
    'Handled a difficult night with grace and left us a clear note in the morning.',
  ],
  4: [
    'Very good with the children and always on time. We will book again.',
    'Warm and capable. The first day took a little settling in, then all went well.',
    'Reliable and friendly. A bit more detail in the daily notes would be perfect.',
  ],
  3: ['Kind and correct, though we would have liked a little more initiative.'],
}
