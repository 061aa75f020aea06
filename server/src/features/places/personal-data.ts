import { describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { places } from './tables.ts'

export const placesData: PersonalData = {
  tables: [describeTable(places, { withheld: 'all', why: 'The cities of the world, nothing about people' })],
}
