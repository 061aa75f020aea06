import { Link } from 'react-router'
import { TAGLINE } from '../../../lib/product.ts'
import { paths, withQuery } from '../../../shared/routes/paths.ts'
import { ArchedWindow } from '../../../ui/scenes/arched-window.tsx'
import { HeroSearch } from './hero-search.tsx'

const popularSkills = ['Newborn care', 'Night nanny', 'Postpartum support']

export function Hero() {
  return (
    <section className="page-width grid items-center gap-x-16 gap-y-8 pt-10 pb-16 md:grid-cols-[1.15fr_1fr] md:pt-8 lg:pb-24">
      <div>
        <p className="eyebrow">Trusted by 500+ families</p>
        <h1 className="mt-4 text-40 lg:text-56">{TAGLINE}</h1>
        <p className="mt-5 max-w-lg text-17 text-ink-soft lg:text-21">
          Exceptional nannies, doulas and newborn specialists. Their pages say what we checked, and you choose
          the times that suit your family.
        </p>
      </div>
      <div className="md:col-span-2 md:row-start-2">
        <HeroSearch />
        <p className="mt-4 flex flex-wrap items-center gap-x-5 text-ink-soft">
          Popular:
          {popularSkills.map((skill) => (
            <Link
              key={skill}
              to={withQuery(paths.caregivers, { skills: skill })}
              className="text-link inline-flex min-h-11 items-center"
            >
              {skill}
            </Link>
          ))}
        </p>
      </div>
      <div className="mx-auto w-full max-w-sm md:max-w-none md:col-start-2 md:row-start-1">
        <ArchedWindow />
      </div>
    </section>
  )
}
