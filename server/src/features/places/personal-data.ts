import { describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { places } from './tables.ts'

export const placesData: PersonalData = {
  tables: [
    describeTable(places, {
      withheld: ['id', 'name', 'region', 'country', 'population', 'latitude', 'longitude', 'nameKeys'],
      why: 'The cities of the world, nothing about people',
    }),
  ],
}
