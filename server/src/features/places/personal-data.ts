import { describeTable, type PersonalData } from '../../platform/product/personal-data.ts'
import { places } from './tables.ts'

export const placesData: PersonalData = {
  tables: [
    describeTable(places, {
      withheld: ['id', 'name', 'region', 'country', 'population', 'latitude', 'longitude', 'nameKeys'],
      why: 'The cities of the world, nothing about people',
    }),
  ],
}
