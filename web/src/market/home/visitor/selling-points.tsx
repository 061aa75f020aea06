import { Globe, Heart, ShieldCheck, Sparkles } from 'lucide-react'
import { HeldHand } from '../../../ui/scenes/held-hand.tsx'
import { SectionHeading } from './section-heading.tsx'

const points = [
  {
    title: 'Curated caregivers',
    text: 'Our team decides on each profile before it’s listed, and families review the care they’ve had.',
    icon: Heart,
  },
  {
    title: 'Matched to your family',
    text: 'Tell us your children’s ages, your languages and your city. Caregivers who fit come first, with the reasons.',
    icon: Sparkles,
  },
  {
    title: 'Global services',
    text: 'At home or abroad, see every time in your own time zone and every price in US dollars.',
    icon: Globe,
  },
  {
    title: 'Compliance and trust',
    text: 'A caregiver’s page says which papers we checked, and when. We hold each payment until after the care.',
    icon: ShieldCheck,
  },
]

export function SellingPoints() {
  return (
    <section id="features" aria-label="Features" className="page-width py-16 lg:py-28">
      <div className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-2">
        <div>
          <SectionHeading eyebrow="Why families choose us" title="Care you can feel good about" />
          <div className="mx-auto mt-10 w-full max-w-md lg:mx-0 lg:max-w-none">
            <HeldHand />
          </div>
        </div>
        <ul className="divide-y divide-line border-y border-line">
          {points.map(({ title, text, icon: Icon }) => (
            <li key={title} className="flex gap-5 py-7">
              <span className="flex h-14 w-11 shrink-0 items-center justify-center rounded-arch bg-sage text-on-sage">
                <Icon className="size-5" strokeWidth={1.75} />
              </span>
              <div>
                <h3 className="text-21">{title}</h3>
                <p className="mt-1 text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
