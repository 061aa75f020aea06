import { listOf } from '../../../../test/data.ts'
import { meeting } from '../../../../test/meetings.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { WithMeetings } from './with-meetings.tsx'

const call = 'get /api/requests/meetings/'

export default {
  component: WithMeetings,
  args: { viewer: 'caregiver', when: 'waiting', children: () => null },
}

export const Waiting = answering(
  call,
  listOf([
    { ...meeting, video_link: 'https://video.example.com/nora' },
    { ...meeting, id: 6, way: 'in_person', place: 'The café at the north gate of the park', note: '' },
  ]),
)
export const Ended = answering(
  call,
  listOf([
    { ...meeting, status: 'declined', decline_reason: 'hours' },
    { ...meeting, id: 6, status: 'canceled', canceled_by: 'caretaker' },
    { ...meeting, id: 7, way: 'phone', status: 'lapsed' },
  ]),
)
export const Failed = failing(call)
