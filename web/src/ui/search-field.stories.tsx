import { Column, Held } from '../../test/stories.tsx'
import { SearchField } from './search-field.tsx'

export default { component: SearchField }

export const States = () => (
  <Column>
    <Held initial="">
      {(field) => (
        <SearchField {...field} label="Search disputes" placeholder="Search by caregiver or reason" />
      )}
    </Held>
    <Held initial="Nora">{(field) => <SearchField {...field} label="Search disputes" />}</Held>
    <SearchField label="Search disputes" value="Nora" onChange={() => {}} isReadOnly />
  </Column>
)
