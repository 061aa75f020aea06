import { getInitials } from '../../../lib/format/initials.ts'
import { Stars } from '../../../ui/stars.tsx'
import { SectionHeading } from './section-heading.tsx'

// Sample content.
const testimonials = [
  {
    name: 'Amelia Hart',
    location: 'London, United Kingdom',
    text: 'Our night nanny gave us our sleep back. We always knew who was coming and when, and those first weeks felt so much calmer.',
  },
  {
    name: 'Daniel Okafor',
    location: 'New York, United States',
    text: 'I booked from another time zone and every time was right. Our nanny arrived early and never rushed out the door.',
  },
  {
    name: 'Sana Malik',
    location: 'Lahore, Pakistan',
    text: 'Our doula speaks Urdu with my mother and English with my doctor. I didn’t think we’d ever find that.',
  },
  {
    name: 'Clara Weiss',
    location: 'Berlin, Germany',
    text: 'Clear hours, clear prices and no calls back and forth. Booking was as easy as checking in to a great hotel.',
  },
  {
    name: 'Luc Moreau',
    location: 'Lyon, France',
    text: 'Our twins light up when she walks in. That tells me more than any reference could.',
  },
]

// A scrollable region has to be focusable.
const strip = { role: 'region', tabIndex: 0, 'aria-label': 'What families say, scrollable' }

/** The strip shows the testimonials twice. Screen readers and the keyboard reach each of them once. */
export function Testimonials() {
  return (
    <section aria-label="Testimonials" className="bg-sand py-16 lg:py-24">
      <div className="page-width">
        <SectionHeading eyebrow="In their words" title="What families say" isCentred />
      </div>
      <div {...strip} className="page-inset mt-12 overflow-x-auto pb-4">
        <div className="flex w-max gap-6">
          <TestimonialCards />
          <TestimonialCards isRepeated />
        </div>
      </div>
    </section>
  )
}

function TestimonialCards({ isRepeated = false }: { isRepeated?: boolean }) {
  return (
    <ul className="flex gap-6" aria-hidden={isRepeated || undefined} inert={isRepeated}>
      {testimonials.map(({ name, location, text }) => (
        <li
          key={name}
          className="flex w-[min(21rem,80vw)] flex-col rounded-card border border-line bg-paper-raised p-7"
        >
          <Stars rating={5} />
          <blockquote className="mt-4 flex-1 font-display text-17">“{text}”</blockquote>
          <p className="mt-6 flex items-center gap-3">
            <span
              aria-hidden="true"
              className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-sage font-display text-on-sage select-none"
            >
              {getInitials(name)}
            </span>
            <span>
              <span className="block font-semibold">{name}</span>
              <span className="block text-13 text-ink-soft">{location}</span>
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
