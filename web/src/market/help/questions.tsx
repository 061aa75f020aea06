import { POLICY_TEXTS } from '@tendwell/contract/cancellation/refund'
import { DISPUTE_DAYS } from '@tendwell/contract/safety/dispute-types'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../shared/routes/paths.ts'

export interface Question {
  /** For links that open its answer. */
  id?: string
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
        <To path={paths.caregivers}>Find a caregiver</To>, open their profile and choose <em>Book Now</em>.
        Pick the times that suit you and send your request. Once they accept, pay to confirm your booking.
      </>
    ),
  },
  {
    question: 'When is a booking confirmed?',
    answer:
      'As soon as it’s paid. Your accepted request says whether the times are held for you, and until when. If they aren’t, the first family to pay gets them.',
  },
  {
    question: 'What if another family books the same times first?',
    answer:
      'We close your request and let you know right away. If you both paid at the same moment, we automatically refund you in full.',
  },
  {
    question: 'How many time slots can I request?',
    answer: 'Up to 31 per request, as far as a year ahead.',
  },
  {
    question: 'Which time zone are times shown in?',
    answer: 'Yours. If a time is in another time zone, we say which one.',
  },
  {
    question: 'I’m a caregiver. Why can’t I set my hours?',
    answer: (
      <>
        You can set your hours once you’re verified. Complete your{' '}
        <To path={paths.caregiverProfile}>profile</To> and upload your documents first.
      </>
    ),
  },
]

const changes: readonly Question[] = [
  {
    question: 'Can I take back a request?',
    answer: (
      <>
        Yes, until it’s paid: choose <em>Withdraw</em> under <To path={paths.requests}>My Requests</To>. We
        let the caregiver know, and you pay nothing.
      </>
    ),
  },
  {
    id: 'canceling',
    question: 'How do I cancel, and what do I get back?',
    answer: (
      <>
        Open the booking under <To path={paths.bookings}>My Bookings</To> and choose <em>Cancel</em>. You can
        cancel one visit or all of them until they start, unless a dispute about the booking is open or your
        bank is looking into the payment, and you see what comes back before you confirm. It follows the
        policy that the caregiver chose, which is shown on their profile and before you pay:
        {Object.values(POLICY_TEXTS).map(({ name, text }) => (
          <span key={name} className="mt-1 block">
            <strong>{name}.</strong> {text}
          </span>
        ))}
      </>
    ),
  },
  {
    question: 'What if my caregiver cancels?',
    answer:
      'You get a full refund for what they canceled. If caregivers in the place of the visit or near it, who do the same kind of care, are free at those times, we show you up to three. You can send each of them a request with one press.',
  },
  {
    question: 'Can I move a booking to another time?',
    answer:
      'Yes. Either side can propose other free times of the same total length on the booking’s page. The other side has up to 48 hours to answer, or until the earliest of the times begins. Nothing changes until they accept, and the price stays the same.',
  },
  {
    question: 'Can I book the same hours every week?',
    answer:
      'Choose Repeat weekly while you book, for 2 to 12 weeks. Hours that aren’t free in some week are listed with alternatives. It’s one request, accepted and paid as a whole, and each visit can be canceled by itself.',
  },
  {
    question: 'Can I see bookings in my own calendar?',
    answer: (
      <>
        Yes. Your <To path={paths.account}>account</To> has a private address that calendar apps can subscribe
        to. Caregivers can also connect calendars of their own, so that hours they are busy there can’t be
        booked here.
      </>
    ),
  },
]

const payment: readonly Question[] = [
  {
    question: 'When do I pay?',
    answer: 'After the caregiver accepts your request. If they decline it, you pay nothing.',
  },
  {
    question: 'How much does it cost?',
    answer:
      'The caregiver’s hourly rate times the number of hours, in US dollars, and the service fee if there is one. You see both before you send your request. The rate is fixed when you send your request, so later changes don’t affect it.',
  },
  {
    question: 'Is my card safe?',
    answer:
      'Yes. You enter it on our payment provider’s own page, and we never see or store your card number.',
  },
  {
    question: 'My card was declined. Is my request lost?',
    answer: (
      <>
        No. You weren’t charged, and your request is still accepted. Open{' '}
        <To path={paths.requests}>My Requests</To> and try again, with another card if you like.
      </>
    ),
  },
  {
    question: 'I paid but closed the page too early. What now?',
    answer:
      'Don’t worry. We check with the payment provider and complete your booking. You’ll find it under My Bookings.',
  },
  {
    question: 'When does the caregiver get paid?',
    answer: (
      <>
        We hold the payment until shortly after the care ends, so that families can tell us if something went
        wrong. Then it becomes available in the caregiver’s <To path={paths.wallet}>wallet</To>, unless a
        dispute is open or a bank takes the payment back. Before a caregiver’s first payout, and with larger
        amounts of new families, some of it waits longer, and the wallet says how much and until when.
      </>
    ),
  },
  {
    question: 'I’m a caregiver. What does Tendwell keep?',
    answer: (
      <>
        If there is a fee, your <To path={paths.wallet}>wallet</To> shows it with each payment. Each booking
        says what you receive for it.
      </>
    ),
  },
]

const verification: readonly Question[] = [
  {
    question: 'How are caregivers verified?',
    answer:
      'Caregivers upload a government ID, front and back, and certificates if they have any. Someone on our team checks them by hand. A caregiver’s page says what was checked, and when.',
  },
  {
    question: 'I’m a caregiver. What do I need to be listed?',
    answer: (
      <>
        A complete <To path={paths.caregiverProfile}>profile</To>, a government ID, front and back, and
        certificates if you have any. We email you once our team has decided.
      </>
    ),
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
        You’ll find the reason on your <To path={paths.caregiverProfile}>profile</To>. Upload a new document
        and we’ll check it, or <To path={paths.contact}>write to us</To>.
      </>
    ),
  },
  {
    question: 'Why is my profile pending again?',
    answer:
      'You replaced a document that hadn’t expired and that we hadn’t asked for again. We check it before families can find you. A new copy shortly before a document expires, or one we asked for, doesn’t change your status.',
  },
  {
    question: 'What happens when a document expires?',
    answer: (
      <>
        We remind you 60, 30 and 7 days before. Upload the new document on your{' '}
        <To path={paths.caregiverProfile}>profile</To>. You stay listed while we check it, as long as all your
        documents are still valid. Once a document has expired, families can’t find or book you until we’ve
        accepted a new one. Paid bookings aren’t affected.
      </>
    ),
  },
  {
    question: 'What is a background check?',
    answer:
      'Where it’s offered, an optional check of a caregiver by an outside company. If it’s clear, their page shows a badge for 12 months, which opens what was checked, by whom and when. The caregiver gives their details to that company, and we never receive or store the report. A check covers records up to the day it was done and is no promise of good care.',
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
    answer: `Any time from payment until ${DISPUTE_DAYS} days after the booking ends. A booking can have one open dispute at a time.`,
  },
  {
    question: 'What happens to the money in the meantime?',
    answer: 'We keep it on hold until the dispute is resolved. Neither side can withdraw it.',
  },
  {
    question: 'What can I upload as evidence?',
    answer:
      'While the dispute is open, each side can add up to five images or PDF files, 10 MB in total. Both sides and our team can see them.',
  },
  {
    question: 'How does a dispute end?',
    answer:
      'Our team reviews it and may ask either side. If we reject it, the caregiver gets the payment. If we escalate it, we close it with or without a refund. Either way, both sides read our reasons, and the decision is final for that booking. The family can also close the dispute before we escalate it.',
  },
]

const safety: readonly Question[] = [
  {
    id: 'why-pay-here',
    question: 'Why should I keep payments on Tendwell?',
    answer:
      'We can only protect what is paid here: we hold the money until the care is over, refund it under the cancellation policy, and look into disputes. That’s why we point out phone numbers, email addresses and links to messengers in messages before your first paid booking together. We never change a message.',
  },
  {
    question: 'Something is wrong during a visit. What can I do?',
    answer: (
      <>
        If someone is in danger, call your local emergency number first. While a visit is ahead or under way,
        and for 14 days after it, the booking’s page shows the numbers that we know for its country, and{' '}
        <em>Something is wrong</em>, which our team sees before all other reports. We’re not an emergency
        service.
      </>
    ),
  },
  {
    question: 'Someone is bothering me. What can I do?',
    answer: (
      <>
        Choose <em>Block</em> from the menu with three dots, in your <To path={paths.chat}>conversation</To>{' '}
        with them or beside their name on a request or booking. You can’t message or find each other anymore,
        and we don’t tell them. Your <To path={paths.account}>account</To> lists the people you blocked.
      </>
    ),
  },
  {
    question: 'How do I report a message, a review or a person?',
    answer:
      'Choose Report from the menu with three dots, or below a profile or review. Our team looks at every report, and the other person won’t know that it was you. If someone is in danger, call your local emergency number first.',
  },
]

const account: readonly Question[] = [
  {
    question: 'I forgot my password',
    answer: (
      <>
        <To path={paths.forgotPassword}>Request a reset link</To>. It works once and expires after one hour. A
        new password logs out all your devices.
      </>
    ),
  },
  {
    question: 'How do I log out a device I no longer have?',
    answer: (
      <>
        Your <To path={paths.account}>account</To> lists every device that’s logged in. Choose{' '}
        <em>Log out</em> next to the one you no longer have.
      </>
    ),
  },
  {
    question: 'How do I turn on two-step sign-in?',
    answer: (
      <>
        Add a passkey or an authenticator app on your <To path={paths.account}>account</To> page. You get ten
        recovery codes then. Keep them somewhere safe: each one works once, even without your phone.
      </>
    ),
  },
  {
    question: 'I lost my phone and can’t log in',
    answer: (
      <>
        Use one of your recovery codes as the second step. If you don’t have any,{' '}
        <To path={paths.contact}>write to us</To>. We confirm who you are, and two people on our team have to
        agree before we turn off your two-step sign-in. We email you about each step.
      </>
    ),
  },
  {
    question: 'How do I download my data?',
    answer: (
      <>
        Choose <em>Prepare a copy</em> under “Your data” on your <To path={paths.account}>account</To> page.
        We email you when the copy is ready. You can download it for 24 hours.
      </>
    ),
  },
  {
    question: 'How do I close my account?',
    answer: (
      <>
        Choose <em>Close account</em> under “Your data” on your <To path={paths.account}>account</To> page.
        Upcoming visits, open disputes and money have to be settled first. We erase your data 14 days later;
        until then you can open the account again with the link we email you.
      </>
    ),
  },
]

export const topics: readonly Topic[] = [
  { id: 'booking', title: 'Booking', questions: booking },
  { id: 'changes', title: 'Canceling and moving', questions: changes },
  { id: 'payment', title: 'Payment', questions: payment },
  { id: 'verification', title: 'Verification', questions: verification },
  { id: 'disputes', title: 'Disputes', questions: disputes },
  { id: 'safety', title: 'Safety', questions: safety },
  { id: 'account', title: 'Your account', questions: account },
]
