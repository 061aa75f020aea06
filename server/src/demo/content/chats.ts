/** In minutes. */
const HOUR = 60

/** One message: its sender, its age in minutes and its text. */
type Line = ['family' | 'caregiver', minutesAgo: number, text: string]

export type Conversation = {
  family: number
  caregiver: number
  /** How many of the last messages are unread. */
  unread: number
  lines: readonly Line[]
}

export const CONVERSATIONS: readonly Conversation[] = [
  {
    family: 0, caregiver: 0, unread: 2,
    lines: [
      ['family', 62 * HOUR, 'Hi! Our daughter is five weeks old and we’d love some help in the mornings. Do you have experience with newborns?'],
      ['caregiver', 61 * HOUR, 'Congratulations! Yes, I work mostly with newborns. I’m happy to come by and meet the three of you first.'],
      ['family', 61 * HOUR - 20, 'That would be great. We just sent a request for the hours that work best for us.'],
      ['caregiver', 60 * HOUR, 'Accepted, and it’s on my calendar. Is there anything she really likes or doesn’t like?'],
      ['family', 59 * HOUR, 'She loves being carried and listening to the piano. Loud kitchens, not so much.'],
      ['caregiver', 3 * HOUR, 'Got it! I’ll bring a sling, and we’ll stay away from the blender.'],
      ['caregiver', 2 * HOUR, 'One more thing: should I ring the doorbell, or text you when I’m there so she can sleep?'],
    ],
  },
  {
    family: 0, caregiver: 1, unread: 0,
    lines: [
      ['family', 34 * HOUR, 'Hi, are you free for a few afternoons later this month?'],
      ['caregiver', 33 * HOUR, 'Hi! Yes, I am. Send me the hours you have in mind and I’ll take a look tonight.'],
      ['family', 32 * HOUR, 'Done. Thanks for getting back to me so fast!'],
      ['caregiver', 29 * HOUR, 'Of course. See you then!'],
    ],
  },
  {
    family: 1, caregiver: 0, unread: 0,
    lines: [
      ['family', 21 * HOUR, 'Hi, we booked you for next week. Our building has a doorman, so just give them your name.'],
      ['caregiver', 20 * HOUR, 'Perfect, thanks. I’ll be there ten minutes early.'],
    ],
  },
  {
    family: 2, caregiver: 0, unread: 2,
    lines: [
      ['family', 5 * HOUR, 'Hello, some friends of ours recommended you. Are you comfortable with twins?'],
      ['family', 5 * HOUR - 2, 'They’re eight months old, and very cheerful before lunch.'],
    ],
  },
  {
    family: 0, caregiver: 6, unread: 1,
    lines: [
      ['family', 4 * HOUR, 'Bonjour! We’ll be in Montréal for two weeks. Do you also babysit at hotels?'],
      ['caregiver', 40, 'Bonjour! Yes, all the time. Which neighbourhood are you staying in?'],
    ],
  },
  {
    family: 3, caregiver: 0, unread: 1,
    lines: [['family', 25, 'Hi there! We just sent you a request. Could we talk on the phone first?']],
  },
] // biome-ignore format: texts to read
