import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Reads one figure. @param series as in a scrape, such as `tendwell_jobs{state="due"}` */
export async function scrape({ visitor }: TestApp, series: string): Promise<number | undefined> {
  const { status, body } = await visitor.get('/metrics')
  expect(status).toBe(200)
  const line = String(body)
    .split('\n')
    .find((text) => text.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}
