import type { Country, ServiceType } from '@tendwell/contract/reference'
import type { Look } from '../people/portraits.ts'

/** Years, months, or the days until an unborn child is due. */
export type DemoChild = { name: string; notes?: string } & (
  | { age: number }
  | { months: number }
  | { dueInDays: number }
)

export type DemoFamily = Look & {
  name: string
  phone: string
  /** Street, apartment, part of town, postal code. */
  address: readonly [string, string, string, string]
  city: string
  country: Country
  timezone: string
  languages: readonly string[]
  careNeeds: readonly ServiceType[]
  notes: string
  children: readonly DemoChild[]
  /** The note of the family's requests. */
  visitNote: string
}

/** The first family gets the demo login; its six children fill a second page. */
export const FAMILIES: readonly DemoFamily[] = [
  {
    name: 'Clara Lindqvist',
    phone: '+1 212 555 0142',
    address: ['24 Orchard Lane', '3A', 'Upper West Side', '10024'],
    visitNote:
      'Please be here ten minutes early so the little ones can warm up to you. Bottles are in the door of the fridge.',
    city: 'New York',
    country: 'United States',
    timezone: 'America/New_York',
    languages: ['English', 'German'],
    careNeeds: ['Nanny', 'After-school care', 'Newborn care'],
    notes: 'Busy house near the park with a patient old dog. Dinner is at six, and we read before bed.',
    children: [
      { name: 'Astrid', age: 11, notes: 'Plays the cello. Lessons on Tuesdays.' },
      { name: 'Emil', age: 9 },
      { name: 'Nora', age: 7, notes: 'Allergic to peanuts. Her EpiPen is in the hall closet.' },
      { name: 'Felix', age: 5 },
      { name: 'Ida', age: 3, notes: 'Naps after lunch with her gray bunny.' },
      { name: 'Otto', months: 8, notes: 'Just started crawling. Bottle at ten and two.' },
    ],
    tone: 0,
  },
  {
    name: 'Daniel and Ruth Meyer',
    phone: '+1 617 555 0118',
    address: ['8 Larkspur Street', '', 'Jamaica Plain', '02130'],
    visitNote: 'Hannah is three weeks old and we’re new to all of this. We’d like to learn as we go.',
    city: 'Boston',
    country: 'United States',
    timezone: 'America/New_York',
    languages: ['English'],
    careNeeds: ['Overnight care', 'Newborn care'],
    notes: 'Our first child. We’re both going back to work in the spring.',
    children: [{ name: 'Hannah', months: 0, notes: 'Gets a bottle at seven and eleven.' }],
    isMan: true,
    tone: 0,
  },
  {
    name: 'Imogen Hartley',
    phone: '+44 20 7946 0991',
    address: ['17 Linden Mews', '', 'Notting Hill', 'W11 3QA'],
    visitNote: 'School ends at a quarter past three. The big one walks, the little one takes a scooter.',
    city: 'London',
    country: 'United Kingdom',
    timezone: 'Europe/London',
    languages: ['English', 'French'],
    careNeeds: ['Babysitting', 'School run'],
    notes: 'The occasional evening, and the school run on Fridays.',
    children: [
      { name: 'Rupert', age: 6 },
      { name: 'Beatrix', age: 4, notes: 'Shy at first; ask her about snails.' },
    ],
    tone: 0,
  },
  {
    name: 'The Okoro family',
    phone: '+1 416 555 0177',
    address: ['61 Maple Row', '', 'Leslieville', 'M4M 1B3'],
    visitNote: 'Homework first, then the garden. Snacks are on the lowest shelf.',
    city: 'Toronto',
    country: 'Canada',
    timezone: 'America/Toronto',
    languages: ['English'],
    careNeeds: ['After-school care', 'Homework help'],
    notes: 'Three boys and one long dinner table. Everyone helps set it.',
    children: [
      { name: 'Chidi', age: 12 },
      { name: 'Emeka', age: 8 },
      { name: 'Tobe', age: 6, notes: 'Wears glasses for reading.' },
    ],
    isMan: true,
    tone: 2,
  },
  {
    name: 'Arjun Mehta',
    phone: '+91 22 5550 0133',
    address: ['5 Lotus Terrace', '12', 'Bandra West', '400050'],
    visitNote: 'My mother is at home too and will show you around.',
    city: 'Mumbai',
    country: 'India',
    timezone: 'Asia/Kolkata',
    languages: ['English', 'Hindi'],
    careNeeds: ['Nanny', 'Elder care'],
    notes: 'My mother lives with us and enjoys company.',
    children: [{ name: 'Kavya', age: 3 }],
    isMan: true,
    tone: 1,
  },
  {
    name: 'Fatima Sheikh',
    phone: '+92 21 5550 0126',
    address: ['40 Jasmine Lane', '', 'Clifton', '75600'],
    visitNote: 'Hamza reads with you for twenty minutes, in either language.',
    city: 'Karachi',
    country: 'Pakistan',
    timezone: 'Asia/Karachi',
    languages: ['Urdu', 'English'],
    careNeeds: ['Nanny', 'Tutoring'],
    notes: 'We need help in the mornings, and with reading in two languages.',
    children: [
      { name: 'Zara', age: 8 },
      { name: 'Hamza', age: 5 },
    ],
    wearsHijab: true,
    tone: 1,
  },
  {
    name: 'Anneliese Vogel',
    phone: '+49 30 5550 0154',
    address: ['Ahornweg 9', '2. OG', 'Prenzlauer Berg', '10405'],
    visitNote: 'Rain gear hangs by the door. We go out in any weather.',
    city: 'Berlin',
    country: 'Germany',
    timezone: 'Europe/Berlin',
    languages: ['German', 'English'],
    careNeeds: ['Part-time nanny'],
    notes: 'Two afternoons a week, mostly outdoors.',
    children: [{ name: 'Jakob', age: 2, notes: 'Loves every kind of digger.' }],
    tone: 0,
  },
  {
    name: 'Pauline Mercier',
    phone: '+33 1 55 50 01 62',
    address: ['14 rue des Tilleuls', '4e étage', 'Le Marais', '75004'],
    visitNote: 'Our neighbors’ daughter joins us on Wednesdays.',
    city: 'Paris',
    country: 'France',
    timezone: 'Europe/Paris',
    languages: ['French'],
    careNeeds: ['Nanny share', 'Cooking and meal prep'],
    notes: 'We share our nanny with our neighbours on Wednesdays.',
    children: [
      { name: 'Louise', age: 4 },
      { name: 'Gabriel', age: 2 },
    ],
    tone: 0,
  },
  {
    name: 'Kate and Tom Harding',
    phone: '+61 2 5550 0171',
    address: ['33 Wattle Crescent', '', 'Newtown', '2042'],
    visitNote: 'We may run late after a night shift. Breakfast is already made.',
    city: 'Sydney',
    country: 'Australia',
    timezone: 'Australia/Sydney',
    languages: ['English'],
    careNeeds: ['Weekend nanny', 'Pet sitting'],
    notes: 'We both work shifts, so our weekends move around.',
    children: [
      { name: 'Billy', age: 7 },
      { name: 'Poppy', age: 5, notes: 'Swims like a fish, but still needs watching.' },
    ],
    tone: 0,
  },
  {
    name: 'Rania Farouk',
    phone: '+971 4 555 0139',
    address: ['Villa 21, Palm Grove Street', '', 'Jumeirah', '00000'],
    visitNote: 'Layan is teething. Cold spoons help.',
    city: 'Dubai',
    country: 'United Arab Emirates',
    timezone: 'Asia/Dubai',
    languages: ['Arabic', 'English'],
    careNeeds: ['Live-in nanny'],
    notes: 'You’d have your own room and Fridays off.',
    children: [
      { name: 'Yusuf', age: 6 },
      { name: 'Layan', months: 11 },
    ],
    tone: 1,
  },
  {
    name: 'Abdullah Rashid',
    phone: '+966 11 555 0148',
    address: ['7 Acacia Street', '', 'Al Olaya', '12211'],
    visitNote: 'Please speak only English with the children.',
    city: 'Riyadh',
    country: 'Saudi Arabia',
    timezone: 'Asia/Riyadh',
    languages: ['Arabic', 'English'],
    careNeeds: ['Tutoring', 'Summer care'],
    notes: 'English conversation over the summer.',
    children: [
      { name: 'Faisal', age: 10 },
      { name: 'Sara', age: 7 },
    ],
    isMan: true,
    tone: 1,
  },
  {
    name: 'Josephine Marlow',
    phone: '+1 212 555 0193',
    address: ['150 Mercer Row', 'PH', 'SoHo', '10012'],
    visitNote: 'The doorman will have your name.',
    city: 'New York',
    country: 'United States',
    timezone: 'America/New_York',
    languages: ['English', 'Spanish'],
    careNeeds: ['Backup care', 'Hotel babysitting'],
    notes: 'We travel a lot and book ahead.',
    children: [
      { name: 'Theo', age: 8 },
      { name: 'Baby Marlow', dueInDays: 100, notes: 'We’d love help with nights for the first weeks.' },
    ],
    tone: 2,
  },
]
