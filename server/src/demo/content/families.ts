import type { Country, ServiceType } from '@tendwell/contract/reference'
import type { Look } from '../people/portraits.ts'

/** A child with its age in years or in months, or the days until an unborn child is due. */
export type DemoChild = { name: string; notes?: string } & (
  | { age: number }
  | { months: number }
  | { dueInDays: number }
)

export type DemoFamily = Look & {
  name: string
  country: Country
  city: string
  phone: string
  /** Street, apartment, part of town, postal code. */
  address: readonly [string, string, string, string]
  languages: readonly string[]
  careNeeds: readonly ServiceType[]
  notes: string
  /** The note of the family's requests. */
  visitNote: string
  children: readonly DemoChild[]
}

/** The first one has the demo login; its six children fill a second page. */
export const FAMILIES: readonly DemoFamily[] = [
  {
    name: 'Clara Lindqvist', country: 'United States', city: 'New York', tone: 0,
    phone: '+1 212 555 0142', address: ['24 Orchard Lane', '3A', 'Upper West Side', '10024'],
    languages: ['English', 'German'], careNeeds: ['Nanny', 'After-school care', 'Newborn care'],
    notes: 'Busy house near the park with a patient old dog. Dinner is at six, and we read before bed.',
    visitNote: 'Please be here ten minutes early so the little ones can warm up to you. Bottles are in the door of the fridge.',
    children: [
      { name: 'Astrid', age: 11, notes: 'Plays the cello. Lessons on Tuesdays.' },
      { name: 'Emil', age: 9 },
      { name: 'Nora', age: 7, notes: 'Allergic to peanuts. Her EpiPen is in the hall closet.' },
      { name: 'Felix', age: 5 },
      { name: 'Ida', age: 3, notes: 'Naps after lunch with her gray bunny.' },
      { name: 'Otto', months: 8, notes: 'Just started crawling. Bottle at ten and two.' },
    ],
  },
  {
    name: 'Daniel and Ruth Meyer', country: 'United States', city: 'Boston', isMan: true, tone: 0,
    phone: '+1 617 555 0118', address: ['8 Larkspur Street', '', 'Jamaica Plain', '02130'],
    languages: ['English'], careNeeds: ['Overnight care', 'Newborn care'],
    notes: 'Our first child. We’re both going back to work in the spring.',
    visitNote: 'Hannah is three weeks old and we’re new to all of this. We’d like to learn as we go.',
    children: [{ name: 'Hannah', months: 0, notes: 'Gets a bottle at seven and eleven.' }],
  },
  {
    name: 'Imogen Hartley', country: 'United Kingdom', city: 'London', tone: 0,
    phone: '+44 20 7946 0991', address: ['17 Linden Mews', '', 'Notting Hill', 'W11 3QA'],
    languages: ['English', 'French'], careNeeds: ['Babysitting', 'School run'],
    notes: 'The occasional evening, and the school run on Fridays.',
    visitNote: 'School ends at a quarter past three. The big one walks, the little one takes a scooter.',
    children: [
      { name: 'Rupert', age: 6 },
      { name: 'Beatrix', age: 4, notes: 'Shy at first; ask her about snails.' },
    ],
  },
  {
    name: 'The Okoro family', country: 'Canada', city: 'Toronto', isMan: true, tone: 2,
    phone: '+1 416 555 0177', address: ['61 Maple Row', '', 'Leslieville', 'M4M 1B3'],
    languages: ['English'], careNeeds: ['After-school care', 'Homework help'],
    notes: 'Three boys and one long dinner table. Everyone helps set it.',
    visitNote: 'Homework first, then the garden. Snacks are on the lowest shelf.',
    children: [
      { name: 'Chidi', age: 12 },
      { name: 'Emeka', age: 8 },
      { name: 'Tobe', age: 6, notes: 'Wears glasses for reading.' },
    ],
  },
  {
    name: 'Arjun Mehta', country: 'India', city: 'Mumbai', isMan: true, tone: 1,
    phone: '+91 22 5550 0133', address: ['5 Lotus Terrace', '12', 'Bandra West', '400050'],
    languages: ['English', 'Hindi'], careNeeds: ['Nanny', 'Elder care'],
    notes: 'My mother lives with us and enjoys company.',
    visitNote: 'My mother is at home too and will show you around.',
    children: [{ name: 'Kavya', age: 3 }],
  },
  {
    name: 'Fatima Sheikh', country: 'Pakistan', city: 'Karachi', hasHijab: true, tone: 1,
    phone: '+92 21 5550 0126', address: ['40 Jasmine Lane', '', 'Clifton', '75600'],
    languages: ['Urdu', 'English'], careNeeds: ['Nanny', 'Tutoring'],
    notes: 'We need help in the mornings, and with reading in two languages.',
    visitNote: 'Hamza reads with you for twenty minutes, in either language.',
    children: [
      { name: 'Zara', age: 8 },
      { name: 'Hamza', age: 5 },
    ],
  },
  {
    name: 'Anneliese Vogel', country: 'Germany', city: 'Berlin', tone: 0,
    phone: '+49 30 5550 0154', address: ['Ahornweg 9', '2. OG', 'Prenzlauer Berg', '10405'],
    languages: ['German', 'English'], careNeeds: ['Part-time nanny'],
    notes: 'Two afternoons a week, mostly outdoors.',
    visitNote: 'Rain gear hangs by the door. We go out in any weather.',
    children: [{ name: 'Jakob', age: 2, notes: 'Loves every kind of digger.' }],
  },
  {
    name: 'Pauline Mercier', country: 'France', city: 'Paris', tone: 0,
    phone: '+33 1 55 50 01 62', address: ['14 rue des Tilleuls', '4e étage', 'Le Marais', '75004'],
    languages: ['French'], careNeeds: ['Nanny share', 'Cooking and meal prep'],
    notes: 'We share our nanny with our neighbours on Wednesdays.',
    visitNote: 'Our neighbors’ daughter joins us on Wednesdays.',
    children: [
      { name: 'Louise', age: 4 },
      { name: 'Gabriel', age: 2 },
    ],
  },
  {
    name: 'Kate and Tom Harding', country: 'Australia', city: 'Sydney', tone: 0,
    phone: '+61 2 5550 0171', address: ['33 Wattle Crescent', '', 'Newtown', '2042'],
    languages: ['English'], careNeeds: ['Weekend nanny', 'Pet sitting'],
    notes: 'We both work shifts, so our weekends move around.',
    visitNote: 'We may run late after a night shift. Breakfast is already made.',
    children: [
      { name: 'Billy', age: 7 },
      { name: 'Poppy', age: 5, notes: 'Swims like a fish, but still needs watching.' },
    ],
  },
  {
    name: 'Rania Farouk', country: 'United Arab Emirates', city: 'Dubai', tone: 1,
    phone: '+971 4 555 0139', address: ['Villa 21, Palm Grove Street', '', 'Jumeirah', '00000'],
    languages: ['Arabic', 'English'], careNeeds: ['Live-in nanny'],
    notes: 'You’d have your own room and Fridays off.',
    visitNote: 'Layan is teething. Cold spoons help.',
    children: [
      { name: 'Yusuf', age: 6 },
      { name: 'Layan', months: 11 },
    ],
  },
  {
    name: 'Abdullah Rashid', country: 'Saudi Arabia', city: 'Riyadh', isMan: true, tone: 1,
    phone: '+966 11 555 0148', address: ['7 Acacia Street', '', 'Al Olaya', '12211'],
    languages: ['Arabic', 'English'], careNeeds: ['Tutoring', 'Summer care'],
    notes: 'English conversation over the summer.',
    visitNote: 'Please speak only English with the children.',
    children: [
      { name: 'Faisal', age: 10 },
      { name: 'Sara', age: 7 },
    ],
  },
  {
    name: 'Josephine Marlow', country: 'United States', city: 'New York', tone: 2,
    phone: '+1 212 555 0193', address: ['150 Mercer Row', 'PH', 'SoHo', '10012'],
    languages: ['English', 'Spanish'], careNeeds: ['Backup care', 'Hotel babysitting'],
    notes: 'We travel a lot and book ahead.',
    visitNote: 'The doorman will have your name.',
    children: [
      { name: 'Theo', age: 8 },
      { name: 'Baby Marlow', dueInDays: 100, notes: 'We’d love help with nights for the first weeks.' },
    ],
  },
] // biome-ignore format: texts to read
