import { reportedProfile, reportedReview, reportRecord } from '../../../test/records.ts'
import { ActDialog } from './act-dialog.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'

export default {}

const open = { isOpen: true, onClose: () => undefined }
const familyReport = {
  ...reportRecord,
  reported: { id: 3, name: 'Fay Hart', role: 'caretaker' as const },
  can_hide: false,
}

export const ActOnMessage = { render: () => <ActDialog report={reportRecord} {...open} /> }
export const ActOnProfile = { render: () => <ActDialog report={reportedProfile} {...open} /> }
export const ActOnFamily = { render: () => <ActDialog report={familyReport} {...open} /> }
export const Dismiss = { render: () => <DismissDialog report={reportRecord} {...open} /> }
export const ShowReportedReview = { render: () => <DismissDialog report={reportedReview} {...open} /> }
