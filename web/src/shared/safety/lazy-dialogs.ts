/** Loaded when they are needed, because hardly anyone reports or blocks someone. */
import { lazyTool } from '../../lib/browser/lazy-tool.ts'

export const LazyReportFlow = lazyTool(() => import('./report-flow.tsx').then(({ ReportFlow }) => ReportFlow))

export const LazySafetyReportFlow = lazyTool(() =>
  import('./report-flow.tsx').then(({ SafetyReportFlow }) => SafetyReportFlow),
)

export const LazyBlockDialog = lazyTool(() =>
  import('./block-dialog.tsx').then(({ BlockDialog }) => BlockDialog),
)

export const LazyUnblockDialog = lazyTool(() =>
  import('./unblock-dialog.tsx').then(({ UnblockDialog }) => UnblockDialog),
)
