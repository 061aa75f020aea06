import { erasing, erasure } from '../../../test/own-data.ts'
import { ErasureReport } from './erasure-report.tsx'

export default { component: ErasureReport, args: { onClose: () => undefined } }

export const Finished = { args: { erasure } }
export const UnderWay = { args: { erasure: erasing } }
