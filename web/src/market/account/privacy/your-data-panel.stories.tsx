import { handle } from '../../../../test/handlers.ts'
import { agreed, noExport, preparing, readyExport } from '../../../../test/own-data.ts'
import { failing } from '../../../../test/stories.tsx'
import { YourDataPanel } from './your-data-panel.tsx'

export default { component: YourDataPanel }

const call = 'get /api/account/export'
const consents = handle('get /api/account/consents', agreed)
const showing = (data: object) => ({ parameters: { handlers: [handle(call, data), consents] } })

export const None = showing(noExport)
export const Preparing = showing(preparing)
export const Ready = showing(readyExport)
export const FailedExport = showing({ ...preparing, state: 'failed' })
export const Loading = {}
export const Failed = failing(call)
