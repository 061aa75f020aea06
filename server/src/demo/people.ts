import type { Country, ServiceType } from '@tendwell/contract/reference'
import type { Tone } from './portraits.ts'

/** Who a demo caregiver is; her words and skills come from her calling. */
export type Person = { name: string; city: string; isMan?: true; tone: Tone }

export type Place = {
  country: Country
  /** Wall time of all the place's people. */
  timezone: string
  languages: readonly string[]
  /** US dollars an hour, from and to, as families there would expect of premium care. */
  rates: readonly [number, number]
  people: readonly Person[]
}

export const PLACES: readonly Place[] = [
  {
    country: 'United States',
    timezone: 'America/New_York',
    languages: ['English', 'Spanish'],
    rates: [38, 85],
    people: [
      { name: 'Amara Bennett', city: 'New York', tone: 2 },
      { name: 'Sofia Delgado', city: 'Brooklyn', tone: 1 },
      { name: 'Hannah Whitfield', city: 'Boston', tone: 0 },
      { name: 'Marcus Coleman', city: 'Philadelphia', isMan: true, tone: 2 },
      { name: 'Elena Kowalski', city: 'New York', tone: 0 },
      { name: 'Priscilla Grant', city: 'Washington', tone: 2 },
    ],
  },
  {
    country: 'Canada',
    timezone: 'America/Toronto',
    languages: ['English', 'French'],
    rates: [34, 66],
    people: [
      { name: 'Chloé Tremblay', city: 'Montréal', tone: 0 },
      { name: 'Aisha Rahman', city: 'Toronto', tone: 1 },
      { name: 'Megan Fraser', city: 'Ottawa', tone: 0 },
      { name: 'Julien Lavoie', city: 'Montréal', isMan: true, tone: 0 },
      { name: 'Grace Okafor', city: 'Toronto', tone: 2 },
      { name: 'Mei Lin Chow', city: 'Toronto', tone: 0 },
    ],
  },
  {
    country: 'United Kingdom',
    timezone: 'Europe/London',
    languages: ['English', 'Italian'],
    rates: [36, 78],
    people: [
      { name: 'Florence Ashby', city: 'London', tone: 0 },
      { name: 'Nia Campbell', city: 'London', tone: 2 },
      { name: 'Bridget O’Rourke', city: 'Manchester', tone: 0 },
      { name: 'Harriet Lowe', city: 'Bath', tone: 0 },
      { name: 'Oliver Pemberton', city: 'Edinburgh', isMan: true, tone: 0 },
      { name: 'Simran Gill', city: 'Birmingham', tone: 1 },
    ],
  },
  {
    country: 'Pakistan',
    timezone: 'Asia/Karachi',
    languages: ['Urdu', 'English'],
    rates: [14, 30],
    people: [
      { name: 'Ayesha Siddiqui', city: 'Karachi', tone: 1 },
      { name: 'Zainab Malik', city: 'Lahore', tone: 1 },
      { name: 'Mahnoor Qureshi', city: 'Islamabad', tone: 1 },
      { name: 'Rabia Farooq', city: 'Lahore', tone: 1 },
      { name: 'Bilal Ahmed', city: 'Karachi', isMan: true, tone: 1 },
      { name: 'Sana Iqbal', city: 'Rawalpindi', tone: 1 },
    ],
  },
  {
    country: 'India',
    timezone: 'Asia/Kolkata',
    languages: ['Hindi', 'English'],
    rates: [14, 32],
    people: [
      { name: 'Ananya Iyer', city: 'Bengaluru', tone: 1 },
      { name: 'Kavita Sharma', city: 'Delhi', tone: 1 },
      { name: 'Meera Nair', city: 'Mumbai', tone: 2 },
      { name: 'Lakshmi Reddy', city: 'Hyderabad', tone: 2 },
      { name: 'Rohan Deshpande', city: 'Pune', isMan: true, tone: 1 },
      { name: 'Farah Khan', city: 'Mumbai', tone: 1 },
    ],
  },
  {
    country: 'Germany',
    timezone: 'Europe/Berlin',
    languages: ['German', 'English'],
    rates: [32, 62],
    people: [
      { name: 'Johanna Weber', city: 'Berlin', tone: 0 },
      { name: 'Lena Hoffmann', city: 'Hamburg', tone: 0 },
      { name: 'Katharina Brandt', city: 'Munich', tone: 0 },
      { name: 'Elif Yildiz', city: 'Berlin', tone: 1 },
      { name: 'Matthias Krüger', city: 'Cologne', isMan: true, tone: 0 },
      { name: 'Miriam Adeyemi', city: 'Frankfurt', tone: 2 },
    ],
  },
  {
    country: 'France',
    timezone: 'Europe/Paris',
    languages: ['French', 'English'],
    rates: [32, 64],
    people: [
      { name: 'Camille Laurent', city: 'Paris', tone: 0 },
      { name: 'Inès Benali', city: 'Marseille', tone: 1 },
      { name: 'Margaux Petit', city: 'Lyon', tone: 0 },
      { name: 'Aminata Diallo', city: 'Paris', tone: 2 },
      { name: 'Hugo Moreau', city: 'Bordeaux', isMan: true, tone: 0 },
      { name: 'Sylvie Fontaine', city: 'Nice', tone: 0 },
    ],
  },
  {
    country: 'Australia',
    timezone: 'Australia/Sydney',
    languages: ['English', 'Chinese'],
    rates: [36, 70],
    people: [
      { name: 'Matilda Hughes', city: 'Sydney', tone: 0 },
      { name: 'Isla Thornton', city: 'Melbourne', tone: 0 },
      { name: 'Grace Nguyen', city: 'Sydney', tone: 0 },
      { name: 'Talia Morgan', city: 'Canberra', tone: 1 },
      { name: 'Jack Sullivan', city: 'Melbourne', isMan: true, tone: 0 },
      { name: 'Ruby Patterson', city: 'Hobart', tone: 0 },
    ],
  },
  {
    country: 'United Arab Emirates',
    timezone: 'Asia/Dubai',
    languages: ['Arabic', 'English'],
    rates: [30, 68],
    people: [
      { name: 'Layla Haddad', city: 'Dubai', tone: 1 },
      { name: 'Mariam Al Suwaidi', city: 'Abu Dhabi', tone: 1 },
      { name: 'Rosalie Santos', city: 'Dubai', tone: 1 },
      { name: 'Nadine Khoury', city: 'Dubai', tone: 0 },
      { name: 'Omar Nasser', city: 'Sharjah', isMan: true, tone: 1 },
      { name: 'Yara Mansour', city: 'Abu Dhabi', tone: 1 },
    ],
  },
  {
    country: 'Saudi Arabia',
    timezone: 'Asia/Riyadh',
    languages: ['Arabic', 'English'],
    rates: [26, 58],
    people: [
      { name: 'Noura Al Qahtani', city: 'Riyadh', tone: 1 },
      { name: 'Huda Bakr', city: 'Jeddah', tone: 2 },
      { name: 'Reem Al Otaibi', city: 'Riyadh', tone: 1 },
      { name: 'Dalal Hamdan', city: 'Dammam', tone: 1 },
      { name: 'Khalid Zahrani', city: 'Jeddah', isMan: true, tone: 1 },
      { name: 'Salma Idris', city: 'Medina', tone: 2 },
    ],
  },
]

/** A family of the demo. */
export type Household = {
  name: string
  phone: string
  city: string
  country: Country
  timezone: string
  languages: readonly string[]
  careNeeds: readonly ServiceType[]
  notes: string
  children: readonly { name: string; age: number; notes?: string }[]
  /** Who is in the picture. */
  isMan?: true
  tone: Tone
}

/** Families of the demo; the first one is the demo login's. Its six children fill a second page. */
export const FAMILIES: readonly Household[] = [
  {
    name: 'Clara Lindqvist',
    phone: '+1 212 555 0142',
    city: 'New York',
    country: 'United States',
    timezone: 'America/New_York',
    languages: ['English', 'German'],
    careNeeds: ['Nanny', 'After-school care', 'Newborn care'],
    notes: 'A lively house near the park, with a patient old dog. We eat at six and read before bed.',
    children: [
      { name: 'Astrid', age: 11, notes: 'Plays the cello; lessons on Tuesdays.' },
      { name: 'Emil', age: 9 },
      { name: 'Nora', age: 7, notes: 'Allergic to peanuts. Her pen is in the hall.' },
      { name: 'Felix', age: 5 },
      { name: 'Ida', age: 3, notes: 'Naps after lunch with her grey rabbit.' },
      { name: 'Otto', age: 1 },
    ],
    tone: 0,
  },
  {
    name: 'Daniel & Ruth Meyer',
    phone: '+1 617 555 0118',
    city: 'Boston',
    country: 'United States',
    timezone: 'America/New_York',
    languages: ['English'],
    careNeeds: ['Overnight care', 'Newborn care'],
    notes: 'Our first child. We both go back to work in spring.',
    children: [{ name: 'Hannah', age: 1, notes: 'Takes the bottle at seven and at eleven.' }],
    isMan: true,
    tone: 0,
  },
  {
    name: 'Imogen Hartley',
    phone: '+44 20 7946 0991',
    city: 'London',
    country: 'United Kingdom',
    timezone: 'Europe/London',
    languages: ['English', 'French'],
    careNeeds: ['Babysitting', 'School run'],
    notes: 'Evenings now and then, and the school run on Fridays.',
    children: [
      { name: 'Rupert', age: 6 },
      { name: 'Beatrix', age: 4, notes: 'Shy at first; ask her about snails.' },
    ],
    tone: 0,
  },
  {
    name: 'The Okoro family',
    phone: '+1 416 555 0177',
    city: 'Toronto',
    country: 'Canada',
    timezone: 'America/Toronto',
    languages: ['English'],
    careNeeds: ['After-school care', 'Homework help'],
    notes: 'Three boys and one long table: everyone helps to lay it.',
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
    city: 'Mumbai',
    country: 'India',
    timezone: 'Asia/Kolkata',
    languages: ['English', 'Hindi'],
    careNeeds: ['Nanny', 'Elder care'],
    notes: 'My mother lives with us and is glad of company.',
    children: [{ name: 'Kavya', age: 3 }],
    isMan: true,
    tone: 1,
  },
  {
    name: 'Fatima Sheikh',
    phone: '+92 21 5550 0126',
    city: 'Karachi',
    country: 'Pakistan',
    timezone: 'Asia/Karachi',
    languages: ['Urdu', 'English'],
    careNeeds: ['Nanny', 'Tutoring'],
    notes: 'Help with the morning, and with reading in two languages.',
    children: [
      { name: 'Zara', age: 8 },
      { name: 'Hamza', age: 5 },
    ],
    tone: 1,
  },
  {
    name: 'Anneliese Vogel',
    phone: '+49 30 5550 0154',
    city: 'Berlin',
    country: 'Germany',
    timezone: 'Europe/Berlin',
    languages: ['German', 'English'],
    careNeeds: ['Part-time nanny'],
    notes: 'Two afternoons a week, mostly out of doors.',
    children: [{ name: 'Jakob', age: 2, notes: 'Loves every kind of digger.' }],
    tone: 0,
  },
  {
    name: 'Pauline Mercier',
    phone: '+33 1 55 50 01 62',
    city: 'Paris',
    country: 'France',
    timezone: 'Europe/Paris',
    languages: ['French'],
    careNeeds: ['Nanny share', 'Cooking and meal prep'],
    notes: 'We share our nanny with the neighbours on Wednesdays.',
    children: [
      { name: 'Louise', age: 4 },
      { name: 'Gabriel', age: 2 },
    ],
    tone: 0,
  },
  {
    name: 'Kate & Tom Harding',
    phone: '+61 2 5550 0171',
    city: 'Sydney',
    country: 'Australia',
    timezone: 'Australia/Sydney',
    languages: ['English'],
    careNeeds: ['Weekend nanny', 'Pet sitting'],
    notes: 'Shift workers, so our weekends wander through the week.',
    children: [
      { name: 'Billy', age: 7 },
      { name: 'Poppy', age: 5, notes: 'Swims like a fish; still needs an eye on her.' },
    ],
    tone: 0,
  },
  {
    name: 'Rania Farouk',
    phone: '+971 4 555 0139',
    city: 'Dubai',
    country: 'United Arab Emirates',
    timezone: 'Asia/Dubai',
    languages: ['Arabic', 'English'],
    careNeeds: ['Live-in nanny'],
    notes: 'A room of your own, and Fridays free.',
    children: [
      { name: 'Yusuf', age: 6 },
      { name: 'Layan', age: 1 },
    ],
    tone: 1,
  },
  {
    name: 'Abdullah Rashid',
    phone: '+966 11 555 0148',
    city: 'Riyadh',
    country: 'Saudi Arabia',
    timezone: 'Asia/Riyadh',
    languages: ['Arabic', 'English'],
    careNeeds: ['Tutoring', 'Summer care'],
    notes: 'English conversation through the summer.',
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
    city: 'New York',
    country: 'United States',
    timezone: 'America/New_York',
    languages: ['English', 'Spanish'],
    careNeeds: ['Backup care', 'Hotel babysitting'],
    notes: 'We travel a good deal and book ahead.',
    children: [{ name: 'Theo', age: 8 }],
    tone: 2,
  },
]
