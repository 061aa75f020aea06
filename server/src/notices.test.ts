import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { EVENTS_WITHOUT_NOTICE, NOTICES } from './notices.ts'

it('tells of each event, or says why it does not', async () => {
  const source = await readFile(new URL('events.ts', import.meta.url), 'utf8')
  const events = [...source.matchAll(/^ {2}'([\w-]+\.[\w-]+)':/gm)].map(([, name]) => name)
  const told = new Set(NOTICES.flatMap((notice) => ('event' in notice ? [notice.event] : [])))
  expect(events.length).toBeGreaterThan(40)
  expect([...told, ...Object.keys(EVENTS_WITHOUT_NOTICE)].sort()).toEqual(events.sort())
})

it('keeps the names of its jobs, because a queue may hold some while a new version starts', () => {
  const jobs = NOTICES.flatMap((notice) =>
    'event' in notice ? [`${notice.event} ${notice.subscriber}`] : [notice.job],
  )
  const special = jobs.filter((job) => !job.endsWith(' notifications'))
  expect(new Set(jobs).size).toBe(jobs.length)
  expect(special.sort()).toEqual([
    'bookings.meeting-reminder',
    'bookings.unanswered',
    'caregiver.changes-submitted notifications.admins',
    'caregiver.verification-changed notifications.families',
    'document.renewal-submitted notifications.staff',
    'email.verified notifications.admins',
    'email.verified notifications.reminder',
    'notifications.profile-reminder',
  ])
})

it('sends mail in one way, but for unread messages and the last mail to an address', async () => {
  const features = new URL('features/', import.meta.url)
  const senders: string[] = []
  for (const file of await readdir(features, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const source = await readFile(new URL(file, features), 'utf8')
    if (source.includes('mailer.send(')) senders.push(file)
  }
  expect(senders.sort()).toEqual([
    'notices/mail.ts',
    'notifications/delivering/delivery.ts',
    'notifications/unread/subscribers.ts',
    'own-data/erasure/erasure.ts',
  ])
})
