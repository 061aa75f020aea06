import { Page } from '../../../ui/page.tsx'
import { CaregiverSearch } from './caregiver-search.tsx'

export function CaregiversPage() {
  return (
    <Page
      title="Find a Caregiver"
      lead="Each caregiver’s page says what we checked, and when. Choose what matters to your family."
    >
      <CaregiverSearch />
    </Page>
  )
}
