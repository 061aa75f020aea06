import { ReportDialog } from './report-dialog.tsx'

export default { component: ReportDialog, args: { name: 'Nora Lind', onClose: () => undefined } }

export const Message = { args: { target: { kind: 'message', id: 1 } } }
export const Review = { args: { target: { kind: 'review', id: 1 }, name: 'Fay H.' } }
export const Profile = { args: { target: { kind: 'profile', id: 2 } } }
