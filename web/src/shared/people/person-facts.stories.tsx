import { PersonFacts } from './person-facts.tsx'

export default { component: PersonFacts }

export const Default = () => <PersonFacts place="Brooklyn, United States" languages={['English', 'French']} />

export const PlaceAlone = () => <PersonFacts place="Santiago de Compostela, Spain" />
