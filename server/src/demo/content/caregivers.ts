import type { Country } from '@tendwell/contract/reference'
import type { Look } from '../people/portraits.ts'

/** A demo caregiver. Skills and description come from a random specialty. */
export type Person = Look & { name: string; city: string }

export type Place = {
  country: Country
  /** The IANA zone of all its caregivers. */
  timezone: string
  languages: readonly string[]
  /** Lowest and highest hourly rate in US dollars. */
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
      { name: 'Aisha Rahman', city: 'Toronto', wearsHijab: true, tone: 1 },
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
      { name: 'Zainab Malik', city: 'Lahore', wearsHijab: true, tone: 1 },
      { name: 'Mahnoor Qureshi', city: 'Islamabad', wearsHijab: true, tone: 1 },
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
      { name: 'Mariam Al Suwaidi', city: 'Abu Dhabi', wearsHijab: true, tone: 1 },
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
      { name: 'Noura Al Qahtani', city: 'Riyadh', wearsHijab: true, tone: 1 },
      { name: 'Huda Bakr', city: 'Jeddah', wearsHijab: true, tone: 2 },
      { name: 'Reem Al Otaibi', city: 'Riyadh', tone: 1 },
      { name: 'Dalal Hamdan', city: 'Dammam', wearsHijab: true, tone: 1 },
      { name: 'Khalid Zahrani', city: 'Jeddah', isMan: true, tone: 1 },
      { name: 'Salma Idris', city: 'Medina', wearsHijab: true, tone: 2 },
    ],
  },
]
