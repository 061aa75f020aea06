/** Loaded when they are needed, because hardly anyone reports or blocks someone. */
import { lazyDialog } from '../../lib/browser/lazy-parts.tsx'

export const LazyReportFlow = lazyDialog(async () => (await import('./report-flow.tsx')).ReportFlow)

export const LazySafetyReportFlow = lazyDialog(
  async () => (await import('./report-flow.tsx')).SafetyReportFlow,
)

export const LazyBlockDialog = lazyDialog(async () => (await import('./block-dialog.tsx')).BlockDialog)

export const LazyUnblockDialog = lazyDialog(async () => (await import('./unblock-dialog.tsx')).UnblockDialog)
