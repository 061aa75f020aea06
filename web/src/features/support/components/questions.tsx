import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'

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
        <To path={paths.caregivers}>Find a caregiver</To>, open their page and choose <em>Book Now</em>. Pick
        the windows that suit you and send your request. Once they accept, you pay, and the hours are yours.
      </>
    ),
  },
  {
    question: 'When is a booking confirmed?',
    answer:
      'When it is paid. An accepted request doesn’t reserve the hours: the first family to pay gets them.',
  },
  {
    question: 'What if another family pays for the same hours first?',
    answer:
      'Then your request is rejected and we tell you right away. If you both paid at the same moment, we refund you in full automatically.',
  },
  {
    question: 'How many windows can I request?',
    answer: 'Up to 31 windows per request, at most a year ahead.',
  },
  {
    question: 'Which time zone are times in?',
    answer: 'Yours. A time in another zone always says which one.',
  },
  {
    question: 'I’m a caregiver. Why can’t I set my hours?',
    answer: (
      <>
        You can set hours once you are verified. Complete your <To path={paths.caregiverProfile}>profile</To>{' '}
        and upload your documents first.
      </>
    ),
  },
]

const payment: readonly Question[] = [
  {
    question: 'When do I pay?',
    answer: 'After the caregiver accepts your request. A rejected request costs nothing.',
  },
  {
    question: 'What does it cost?',
    answer:
      'The number of hours times the caregiver’s hourly rate, in US dollars. There is no service fee. The rate is fixed when you send your request; later changes don’t affect it.',
  },
  {
    question: 'Is my card safe?',
    answer: 'You enter it on the payment provider’s own page. We never see or store your card number.',
  },
  {
    question: 'My card was declined. Is my request lost?',
    answer: (
      <>
        No. Nothing was charged, and your request is still accepted. Open{' '}
        <To path={paths.requests}>My Requests</To> and try again, with another card if you like.
      </>
    ),
  },
  {
    question: 'I paid but closed the window too early. What now?',
    answer:
      'Nothing is lost. We check with the payment provider and finish your booking. You will find it under My Bookings.',
  },
  {
    question: 'When does the caregiver get the money?',
    answer: (
      <>
        We hold it until shortly after the care ends, so that families can tell us if something went wrong.
        Then it becomes available in the caregiver’s <To path={paths.wallet}>wallet</To>, unless a dispute is
        open.
      </>
    ),
  },
]

const verification: readonly Question[] = [
  {
    question: 'How are caregivers verified?',
    answer:
      'Each caregiver uploads a government ID, front and back, and a certificate. Someone on our team checks them by hand. Families only see verified caregivers.',
  },
  {
    question: 'Who can see my documents?',
    answer:
      'Only you and our verification team. Links to them expire after ten minutes, and we record each time our team opens one.',
  },
  {
    question: 'My verification was rejected. What can I do?',
    answer: (
      <>
        The reason is on your <To path={paths.caregiverProfile}>profile</To>. Upload a better document and we
        will check it, or <To path={paths.contact}>write to us</To>.
      </>
    ),
  },
  {
    question: 'Why am I pending again?',
    answer:
      'You replaced a document. We check new documents like the first ones, so verification starts over.',
  },
  {
    question: 'I haven’t received the verification email',
    answer: (
      <>
        Check your spam folder, then <To path={paths.verifyEmail}>request a new link</To>. Each link works for
        24 hours, and only the newest one counts.
      </>
    ),
  },
]

const disputes: readonly Question[] = [
  {
    question: 'When can a family open a dispute?',
    answer:
      'For a paid booking, from payment until 30 days after its last window. A booking can have one open dispute at a time.',
  },
  {
    question: 'What happens to the money in the meantime?',
    answer: 'We hold it. Neither side can withdraw it until the dispute has ended.',
  },
  {
    question: 'What can I show as evidence?',
    answer: 'Up to five images or PDF files, 10 MB in total. Both sides and our team can see them.',
  },
  {
    question: 'How does a dispute end?',
    answer:
      'Our team reviews it and either rejects it, which pays the caregiver, or escalates and closes it, with or without a refund. Both are final for that booking. Until it is escalated, the family can also close it.',
  },
]

const account: readonly Question[] = [
  {
    question: 'I forgot my password',
    answer: (
      <>
        <To path={paths.forgotPassword}>Request a reset link</To>. It works once, within one hour, and a new
        password logs out every device.
      </>
    ),
  },
  {
    question: 'How do I log out a device I no longer have?',
    answer: (
      <>
        Your <To path={paths.account}>account</To> lists every session. Revoke the one on that device, and it
        ends right away.
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
