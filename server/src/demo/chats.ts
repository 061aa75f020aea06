import type { Deps } from '../deps.ts'
import { markMessagesRead, startConversation } from '../features/chat/index.ts'
import type { Actor } from '../platform/access.ts'
import { withTransaction } from '../platform/database.ts'
import type { Caregiver, Family } from './accounts.ts'
import { backdate } from './backdate.ts'

const MINUTE_MS = 60_000
const HOUR = 60

/** One message: who wrote it, how many minutes ago, and what. */
type Line = ['family' | 'caregiver', minutesAgo: number, text: string]

type Talk = {
  family: number
  caregiver: number
  lines: readonly Line[]
  /** How many of the last messages their reader has not read. */
  unread: number
}

/** Conversations around the demo's own logins, which are the first family and the first caregiver. */
const TALKS: readonly Talk[] = [
  {
    family: 0,
    caregiver: 0,
    unread: 2,
    lines: [
      ['family', 62 * HOUR, 'Hello! Our daughter is five weeks old and we would love some calm mornings. Do you have experience with newborns?'],
      ['caregiver', 61 * HOUR, 'Congratulations to you all! Yes, newborns are most of what I do. I am happy to come by and meet the three of you first.'],
      ['family', 61 * HOUR - 20, 'That is very kind. We have just sent a request for the hours that suit us best.'],
      ['caregiver', 60 * HOUR, 'Accepted, and already in my calendar. Is there anything she particularly likes, or doesn’t?'],
      ['family', 59 * HOUR, 'She loves being carried and listening to the piano. Loud kitchens not so much.'],
      ['caregiver', 3 * HOUR, 'Noted! I will bring a sling, and we will stay away from the blender.'],
      ['caregiver', 2 * HOUR, 'One more thing: shall I ring the bell when I arrive, or rather send a message so she can sleep?'],
    ],
  },
  {
    family: 0,
    caregiver: 1,
    unread: 0,
    lines: [
      ['family', 34 * HOUR, 'Good evening, would you be free for a few afternoons later this month?'],
      ['caregiver', 33 * HOUR, 'Good evening! I would. Send me the hours you have in mind and I will have a look tonight.'],
      ['family', 32 * HOUR, 'Done. Thank you for answering so quickly!'],
      ['caregiver', 29 * HOUR, 'With pleasure. See you then!'],
    ],
  },
  {
    family: 1,
    caregiver: 0,
    unread: 0,
    lines: [
      ['family', 21 * HOUR, 'Hi, we have booked you for next week. Our building has a doorman; just give him your name.'],
      ['caregiver', 20 * HOUR, 'Perfect, thank you. I will be there ten minutes early.'],
    ],
  },
  {
    family: 2,
    caregiver: 0,
    unread: 2,
    lines: [
      ['family', 5 * HOUR, 'Hello, friends of ours recommended you. Are you comfortable with twins?'],
      ['family', 5 * HOUR - 2, 'They are eight months old and very cheerful before lunch.'],
    ],
  },
  {
    family: 0,
    caregiver: 6,
    unread: 1,
    lines: [
      ['family', 4 * HOUR, 'Bonjour! We will be in Montréal for two weeks. Do you also look after children at a hotel?'],
      ['caregiver', 40, 'Bonjour! Yes, I often do. Which neighbourhood will you be staying in?'],
    ],
  },
  {
    family: 3,
    caregiver: 0,
    unread: 1,
    lines: [['family', 25, 'Good day! We have sent you a request. Could we also talk on the phone before?']],
  },
] // biome-ignore format: texts to read

const actorOf = (id: number, role: Actor['role']): Actor => ({ id, role, sessionId: '' })

/** What families and caregivers have written to each other; some of it waits to be read. */
export async function addChats(
  deps: Deps,
  caregivers: readonly Caregiver[],
  families: readonly Family[],
): Promise<void> {
  for (const talk of TALKS) {
    const caregiver = actorOf((caregivers[talk.caregiver] as Caregiver).id, 'caregiver')
    const family = actorOf((families[talk.family] as Family).id, 'caretaker')
    await addTalk(deps, talk, { caregiver, family })
  }
}

async function addTalk(
  deps: Deps,
  { lines, unread }: Talk,
  people: Record<'family' | 'caregiver', Actor>,
): Promise<void> {
  const nowMs = deps.clock.now().getTime()
  for (const [index, [sender, minutesAgo, text]] of lines.entries()) {
    const then = backdate(deps, new Date(nowMs - minutesAgo * MINUTE_MS))
    const isLast = index === lines.length - 1
    // The last word of those that wait is told as it would be today, so that the bells have something to say.
    const told = isLast && unread > 0 ? { ...then, jobs: deps.jobs } : then
    const writer = people[sender]
    const reader = people[sender === 'family' ? 'caregiver' : 'family']
    await withTransaction(deps.database, async (transaction) => {
      const { conversationId, message } = await startConversation(transaction, told, writer, {
        to: { caregiver: people.caregiver.id, caretaker: people.family.id },
        input: { text, clientId: undefined },
      })
      if (index >= lines.length - unread) return
      await markMessagesRead(transaction, then, reader, { conversationId, messageIds: [message.id] })
    })
  }
}
