import { SafetyReportDialog } from './safety-report-dialog.tsx'

export default {
  component: SafetyReportDialog,
  args: { requestId: 12, name: 'Nora Lind', country: 'United States', onClose: () => undefined },
}

export const DuringAVisit = { args: { isUnderWay: true } }
export const AtAnotherTime = { args: { isUnderWay: false } }
