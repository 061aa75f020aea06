import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'

export interface Question {
  question: string
  answer: ReactNode
}

export interface Topic {
  id: string
  title: string
  questions: readonly Question[]
}

function To({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Link to={path} className="text-link">
      {children}
    </Link>
  )
}

const booking: readonly Question[] = [
  {
    question: 'How do I book a caregiver?',
    answer: (
      <>
        <To path={paths.caregivers}>Find a caregiver</To>, open her page and choose <em>Book Now</em>. Pick
        the windows that suit you and send the request. Once she accepts, you pay, and the hours are yours.
      </>
    ),
  },
  {
    question: 'When is a booking certain?',
    answer:
      'When it is paid. Accepting a request keeps nobody else away: the first family to pay gets the hours.',
  },
  {
    question: 'What if another family pays for the same hours first?',
    answer:
      'Then your request is rejected and we tell you at once. If both of you paid in the same moment, your money is refunded in full by itself.',
  },
  {
    question: 'How many days can I ask for?',
    answer: 'One request holds up to 31 windows, at most a year ahead.',
  },
  {
    question: 'Which time zone do the times have?',
    answer:
      'Availability is shown in your own. A time that is not in your time zone always says which one it is in.',
  },
  {
    question: 'I am a caregiver. Why can’t I open my hours?',
    answer: (
      <>
        Hours can be opened once you are verified. Complete your{' '}
        <To path={paths.caregiverProfile}>profile</To> and upload your documents first.
      </>
    ),
  },
]

const payment: readonly Question[] = [
  {
    question: 'When do I pay?',
    answer: 'After the caregiver has accepted, and not before. A request that is rejected costs nothing.',
  },
  {
    question: 'What does it cost?',
    answer:
      'The hours times the caregiver’s hourly rate, in US dollars. There is no service fee on top. The rate is the one of the day you asked: a later change does not touch your request.',
  },
  {
    question: 'Is my card safe?',
    answer: 'You type it on the payment provider’s own page. We never see or keep your card number.',
  },
  {
    question: 'My card was declined. Is my request lost?',
    answer: (
      <>
        No. Nothing was charged and the request stays accepted. Open{' '}
        <To path={paths.requests}>My Requests</To> and try again, with another card if you like.
      </>
    ),
  },
  {
    question: 'I paid and closed the window too early. What now?',
    answer:
      'Nothing is lost. We ask the payment provider ourselves and finish your booking; it appears under My Bookings.',
  },
  {
    question: 'When does the caregiver get the money?',
    answer: (
      <>
        We hold it until the care is done, and a little longer, so that you can tell us if something went
        wrong. Then it becomes available in her <To path={paths.wallet}>wallet</To>, unless a dispute is open.
      </>
    ),
  },
]

const verification: readonly Question[] = [
  {
    question: 'How are caregivers verified?',
    answer:
      'Each uploads a government ID, front and back, and a certificate. A person of our team looks at them by hand. Families see verified caregivers alone.',
  },
  {
    question: 'Who can see my documents?',
    answer:
      'You and our verification team, nobody else. Their links end after ten minutes, and each opening is recorded.',
  },
  {
    question: 'My verification was rejected. What can I do?',
    answer: (
      <>
        The reason stands on your <To path={paths.caregiverProfile}>profile</To>. Upload a better document and
        we look again, or <To path={paths.contact}>write to us</To>.
      </>
    ),
  },
  {
    question: 'Why am I pending again?',
    answer: 'You replaced a document. A new one is looked at like the first, so the status starts over.',
  },
  {
    question: 'The e-mail that verifies my address has not come',
    answer: (
      <>
        Check your spam folder, then <To path={paths.verifyEmail}>ask for a fresh link</To>. Each works for 24
        hours, and only the newest counts.
      </>
    ),
  },
]

const disputes: readonly Question[] = [
  {
    question: 'When can a family open a dispute?',
    answer:
      'For a paid booking, from the payment until 30 days after its last window. One dispute can be open for a booking at a time.',
  },
  {
    question: 'What happens to the money meanwhile?',
    answer: 'It is held. Neither side can draw on it until the dispute has ended.',
  },
  {
    question: 'What can I show as evidence?',
    answer: 'Up to five pictures or PDF files, 10 MB in all. Both parties and our team can see them.',
  },
  {
    question: 'How does a dispute end?',
    answer:
      'Our team looks at it and either rejects it, which pays the caregiver, or takes it up and closes it, with or without a refund. Both are final for that booking. Until it is taken up, the family may also close it themselves.',
  },
]

const account: readonly Question[] = [
  {
    question: 'I forgot my password',
    answer: (
      <>
        <To path={paths.forgotPassword}>Ask for a reset link</To>. It works once, for one hour, and logs out
        every device.
      </>
    ),
  },
  {
    question: 'How do I log out a device that I no longer have?',
    answer: (
      <>
        Your <To path={paths.account}>account</To> lists every session. Revoke the one you don’t know; it ends
        at once.
      </>
    ),
  },
]

export const topics: readonly Topic[] = [
  { id: 'booking', title: 'Booking', questions: booking },
  { id: 'payment', title: 'Payment', questions: payment },
  { id: 'verification', title: 'Verification', questions: verification },
  { id: 'disputes', title: 'Disputes', questions: disputes },
  { id: 'account', title: 'Your account', questions: account },
]
