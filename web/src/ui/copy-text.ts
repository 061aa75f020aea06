import { toast } from '../lib/toast.ts'

/** Copies a text. @param copied the toast after copying: 'Payout ID copied!' */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(copied)
  } catch {
    toast.error('Your browser blocked copying')
  }
}
