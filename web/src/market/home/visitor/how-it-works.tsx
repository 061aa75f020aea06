import { MarkedDay, SealedLetter, TwoCups } from '../../../ui/scenes/steps-of-booking.tsx'
import { SectionHeading } from './section-heading.tsx'

const steps = [
  {
    title: 'Join',
    text: 'Create your free account. Our team decides on each caregiver by hand before families can find them.',
    scene: <SealedLetter />,
  },
  {
    title: 'Match',
    text: 'Read profiles and reviews, compare rates, and find the right person for your home and schedule.',
    scene: <TwoCups />,
  },
  {
    title: 'Book & Pay',
    text: 'Choose your times and send a request. You only pay once the caregiver accepts.',
    scene: <MarkedDay />,
  },
]

/** A dotted line from each arch to the next when they are in a row. */
const thread =
  'md:not-last:after:absolute md:not-last:after:top-28 md:not-last:after:left-[calc(50%+5.5rem)] ' +
  'md:not-last:after:right-[calc(-50%+3.5rem)] md:not-last:after:border-t-2 md:not-last:after:border-dotted ' +
  'md:not-last:after:border-gold-thread'

export function HowItWorks() {
  return (
    <section
      id="how-it-works"
      aria-label="How it works"
      className="border-y border-line bg-paper-raised py-16 lg:py-24"
    >
      <div className="page-width">
        <SectionHeading eyebrow="How it works" title="Book care in three steps" isCentred />
        <ol className="mt-12 grid gap-12 md:grid-cols-3 md:gap-8">
          {steps.map(({ title, text, scene }, index) => (
            <li key={title} className={`relative flex flex-col items-center text-center ${thread}`}>
              <div className="w-44 lg:w-52">{scene}</div>
              <h3 className="mt-6 text-21">
                <span aria-hidden="true" className="mr-2 text-gold-ink">
                  {index + 1}.
                </span>
                {title}
              </h3>
              <p className="mt-2 max-w-xs text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
