import { defineNotice } from '../notices/index.ts'
import { renderRefundStuck } from './notice-texts.ts'

export const paymentNotices = [
  defineNotice('refund.stuck', (_deps, refund) => [
    { staff: 'finance', cause: `refund:${refund.refundId}:stuck`, content: renderRefundStuck(refund) },
  ]),
]
