import type { CareCategory } from '@tendwell/contract/reference'
import {
  Armchair,
  Baby,
  BookOpen,
  Flower2,
  HandHeart,
  HeartHandshake,
  KeyRound,
  type LucideIcon,
  Milk,
  MoonStar,
  PawPrint,
  Shapes,
  SunMoon,
} from 'lucide-react'
import { Link } from 'react-router'
import { paths, withQuery } from '../../../shared/routes/paths.ts'

const tones = {
  sage: 'bg-sage text-on-sage',
  gold: 'bg-gold-soft text-gold-ink',
  clay: 'bg-clay-soft text-clay',
  sand: 'bg-sand text-ink',
}

const looks: Record<CareCategory, { icon: LucideIcon; tone: keyof typeof tones }> = {
  'Newborn care': { icon: Baby, tone: 'sage' },
  'Night nanny': { icon: MoonStar, tone: 'gold' },
  'Postpartum support': { icon: Flower2, tone: 'clay' },
  'Lactation support': { icon: Milk, tone: 'sand' },
  'Sleep training': { icon: SunMoon, tone: 'sage' },
  'Birth doula support': { icon: HeartHandshake, tone: 'gold' },
  'Toddler care': { icon: Shapes, tone: 'clay' },
  'Special needs care': { icon: HandHeart, tone: 'sand' },
  Tutoring: { icon: BookOpen, tone: 'sage' },
  'Elder care': { icon: Armchair, tone: 'gold' },
  'Pet care': { icon: PawPrint, tone: 'clay' },
  'Household management': { icon: KeyRound, tone: 'sand' },
}

/** A category's card, which leads to the search for its skill. @see docs/rules/README.md#screens */
export function CategoryCard({ category }: { category: CareCategory }) {
  const { icon: Icon, tone } = looks[category]
  return (
    <Link
      to={withQuery(paths.caregivers, { skills: category })}
      draggable={false}
      className="group flex h-[230px] w-[180px] flex-col items-center rounded-card border border-line bg-paper-raised px-4 pt-5 text-center shadow-soft transition-[border-color,transform] hover:-translate-y-1 hover:border-gold-thread"
    >
      <span
        className={`relative flex h-[124px] w-24 shrink-0 items-center justify-center rounded-arch ${tones[tone]}`}
      >
        <span
          aria-hidden="true"
          className="absolute inset-1.5 rounded-arch border border-current opacity-25"
        />
        <Icon className="mt-5 size-9 transition-transform group-hover:scale-105" strokeWidth={1.4} />
      </span>
      <span className="flex flex-1 items-center justify-center pb-2 font-display text-17 leading-6">
        {category}
      </span>
    </Link>
  )
}
