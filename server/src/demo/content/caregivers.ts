import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'
import type { Country } from '@tendwell/contract/reference'
import type { Look } from '../people/portraits.ts'

type Place = {
  country: Country
  /** The IANA zone of everyone there. */
  zone: string
  /** What its caregivers speak. */
  languages: readonly string[]
  /** Lowest and highest hourly rate of its caregivers, in US dollars. */
  rates: readonly [number, number]
}

export const PLACES: readonly Place[] = [
  { country: 'United States', zone: 'America/New_York', languages: ['English', 'Spanish'], rates: [38, 85] },
  { country: 'Canada', zone: 'America/Toronto', languages: ['English', 'French'], rates: [34, 66] },
  { country: 'United Kingdom', zone: 'Europe/London', languages: ['English', 'Italian'], rates: [36, 78] },
  { country: 'Pakistan', zone: 'Asia/Karachi', languages: ['Urdu', 'English'], rates: [14, 30] },
  { country: 'India', zone: 'Asia/Kolkata', languages: ['Hindi', 'English'], rates: [14, 32] },
  { country: 'Germany', zone: 'Europe/Berlin', languages: ['German', 'English'], rates: [32, 62] },
  { country: 'France', zone: 'Europe/Paris', languages: ['French', 'English'], rates: [32, 64] },
  { country: 'Australia', zone: 'Australia/Sydney', languages: ['English', 'Chinese'], rates: [36, 70] },
  { country: 'United Arab Emirates', zone: 'Asia/Dubai', languages: ['Arabic', 'English'], rates: [30, 68] },
  { country: 'Saudi Arabia', zone: 'Asia/Riyadh', languages: ['Arabic', 'English'], rates: [26, 58] },
] // biome-ignore format: a row a place

/** The place of a country, where its caregivers and families live. */
export function findPlace(country: Country): Place {
  return PLACES.find((place) => place.country === country) as Place
}

/** Skills, rate and description come from a random specialty and the place; those of nannies from theirs. */
export type DemoCaregiver = Look & {
  name: string
  country: Country
  city: string
  /** A night nanny (`NIGHTS`), or one of the nannies by day near New York (`DAYS`), of whom a family can ask several. */
  nanny?: 'nights' | 'days'
  phone?: string
  /** Left out for a verified caregiver. */
  status?: VerificationStatus
}

/** The first one has the demo login. */
export const CAREGIVERS: readonly DemoCaregiver[] = [
  { name: 'Amara Bennett', country: 'United States', city: 'New York', tone: 2, phone: '+1 212 555 0188' },
  { name: 'Sofia Delgado', country: 'United States', city: 'Brooklyn', tone: 1, nanny: 'days' },
  { name: 'Hannah Whitfield', country: 'United States', city: 'Boston', tone: 0 },
  { name: 'Marcus Coleman', country: 'United States', city: 'Jersey City', isMan: true, tone: 2, nanny: 'days' },
  { name: 'Elena Kowalski', country: 'United States', city: 'New York', tone: 0, nanny: 'nights' },
  { name: 'Priscilla Grant', country: 'United States', city: 'New York', tone: 2, nanny: 'days' },
  { name: 'Chloé Tremblay', country: 'Canada', city: 'Montréal', tone: 0 },
  { name: 'Aisha Rahman', country: 'Canada', city: 'Toronto', hasHijab: true, tone: 1 },
  { name: 'Megan Fraser', country: 'Canada', city: 'Ottawa', tone: 0 },
  { name: 'Julien Lavoie', country: 'Canada', city: 'Montréal', isMan: true, tone: 0 },
  { name: 'Grace Okafor', country: 'Canada', city: 'Toronto', tone: 2 },
  { name: 'Mei Lin Chow', country: 'Canada', city: 'Toronto', tone: 0, status: 'pending' },
  { name: 'Florence Ashby', country: 'United Kingdom', city: 'London', tone: 0 },
  { name: 'Nia Campbell', country: 'United Kingdom', city: 'London', tone: 2 },
  { name: 'Bridget O’Rourke', country: 'United Kingdom', city: 'Manchester', tone: 0 },
  { name: 'Harriet Lowe', country: 'United Kingdom', city: 'Bath', tone: 0 },
  { name: 'Oliver Pemberton', country: 'United Kingdom', city: 'Edinburgh', isMan: true, tone: 0 },
  { name: 'Simran Gill', country: 'United Kingdom', city: 'Birmingham', tone: 1 },
  { name: 'Ayesha Siddiqui', country: 'Pakistan', city: 'Karachi', tone: 1 },
  { name: 'Zainab Malik', country: 'Pakistan', city: 'Lahore', hasHijab: true, tone: 1 },
  { name: 'Mahnoor Qureshi', country: 'Pakistan', city: 'Islamabad', hasHijab: true, tone: 1 },
  { name: 'Rabia Farooq', country: 'Pakistan', city: 'Lahore', tone: 1 },
  { name: 'Bilal Ahmed', country: 'Pakistan', city: 'Karachi', isMan: true, tone: 1 },
  { name: 'Sana Iqbal', country: 'Pakistan', city: 'Rawalpindi', tone: 1, status: 'flagged' },
  { name: 'Ananya Iyer', country: 'India', city: 'Bengaluru', tone: 1 },
  { name: 'Kavita Sharma', country: 'India', city: 'Delhi', tone: 1 },
  { name: 'Meera Nair', country: 'India', city: 'Mumbai', tone: 2 },
  { name: 'Lakshmi Reddy', country: 'India', city: 'Hyderabad', tone: 2 },
  { name: 'Rohan Deshpande', country: 'India', city: 'Pune', isMan: true, tone: 1 },
  { name: 'Farah Khan', country: 'India', city: 'Mumbai', tone: 1, status: 'pending' },
  { name: 'Johanna Weber', country: 'Germany', city: 'Berlin', tone: 0 },
  { name: 'Lena Hoffmann', country: 'Germany', city: 'Hamburg', tone: 0 },
  { name: 'Katharina Brandt', country: 'Germany', city: 'Munich', tone: 0 },
  { name: 'Elif Yildiz', country: 'Germany', city: 'Berlin', tone: 1 },
  { name: 'Matthias Krüger', country: 'Germany', city: 'Cologne', isMan: true, tone: 0 },
  { name: 'Miriam Adeyemi', country: 'Germany', city: 'Frankfurt', tone: 2, status: 'rejected' },
  { name: 'Camille Laurent', country: 'France', city: 'Paris', tone: 0 },
  { name: 'Inès Benali', country: 'France', city: 'Marseille', tone: 1 },
  { name: 'Margaux Petit', country: 'France', city: 'Lyon', tone: 0 },
  { name: 'Aminata Diallo', country: 'France', city: 'Paris', tone: 2 },
  { name: 'Hugo Moreau', country: 'France', city: 'Bordeaux', isMan: true, tone: 0 },
  { name: 'Sylvie Fontaine', country: 'France', city: 'Nice', tone: 0 },
  { name: 'Matilda Hughes', country: 'Australia', city: 'Sydney', tone: 0 },
  { name: 'Isla Thornton', country: 'Australia', city: 'Melbourne', tone: 0 },
  { name: 'Grace Nguyen', country: 'Australia', city: 'Sydney', tone: 0 },
  { name: 'Talia Morgan', country: 'Australia', city: 'Canberra', tone: 1 },
  { name: 'Jack Sullivan', country: 'Australia', city: 'Melbourne', isMan: true, tone: 0 },
  { name: 'Ruby Patterson', country: 'Australia', city: 'Hobart', tone: 0, status: 'pending' },
  { name: 'Layla Haddad', country: 'United Arab Emirates', city: 'Dubai', tone: 1 },
  { name: 'Mariam Al Suwaidi', country: 'United Arab Emirates', city: 'Abu Dhabi', hasHijab: true, tone: 1 },
  { name: 'Rosalie Santos', country: 'United Arab Emirates', city: 'Dubai', tone: 1 },
  { name: 'Nadine Khoury', country: 'United Arab Emirates', city: 'Dubai', tone: 0 },
  { name: 'Omar Nasser', country: 'United Arab Emirates', city: 'Sharjah', isMan: true, tone: 1 },
  { name: 'Yara Mansour', country: 'United Arab Emirates', city: 'Abu Dhabi', tone: 1 },
  { name: 'Noura Al Qahtani', country: 'Saudi Arabia', city: 'Riyadh', hasHijab: true, tone: 1 },
  { name: 'Huda Bakr', country: 'Saudi Arabia', city: 'Jeddah', hasHijab: true, tone: 2 },
  { name: 'Reem Al Otaibi', country: 'Saudi Arabia', city: 'Riyadh', tone: 1 },
  { name: 'Dalal Hamdan', country: 'Saudi Arabia', city: 'Dammam', hasHijab: true, tone: 1 },
  { name: 'Khalid Zahrani', country: 'Saudi Arabia', city: 'Jeddah', isMan: true, tone: 1 },
  { name: 'Salma Idris', country: 'Saudi Arabia', city: 'Medina', hasHijab: true, tone: 2, status: 'flagged' },
] // biome-ignore format: a row a person
