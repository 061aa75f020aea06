import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { TAGLINE } from '../../../lib/product.ts'
import { paths, withQuery } from '../../../shared/routes/paths.ts'
import { buttonClass } from '../../../ui/button-style.ts'
import { ArchedWindow } from '../../../ui/scenes/arched-window.tsx'

const popularSkills = ['Newborn care', 'Night nanny', 'Postpartum support']

export function Hero() {
  return (
    <section className="page-width grid items-center gap-x-16 gap-y-10 pt-10 pb-16 md:grid-cols-[1.15fr_1fr] md:pt-16 lg:pb-24">
      <div>
        <p className="eyebrow">Trusted by 500+ families</p>
        <h1 className="mt-4 text-40 lg:text-56">{TAGLINE}</h1>
        <p className="mt-5 max-w-lg text-17 text-ink-soft lg:text-21">
          Exceptional nannies, doulas and newborn specialists. Their pages say what we checked, and you choose
          the times that suit your family.
        </p>
        <HeroSearch />
        <p className="mt-5 flex flex-wrap items-center gap-x-5 text-ink-soft">
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
      <div className="mx-auto w-full max-w-sm md:max-w-none">
        <ArchedWindow />
      </div>
    </section>
  )
}

function HeroSearch() {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const search = (event: FormEvent) => {
    event.preventDefault()
    navigate(withQuery(paths.caregivers, { q: text.trim() }))
  }
  return (
    <search>
      <form
        onSubmit={search}
        className="mt-8 flex max-w-xl flex-col gap-2 rounded-card border border-edge bg-paper-raised p-2 shadow-soft transition-colors focus-within:border-forest sm:flex-row"
      >
        <label className="flex min-h-12 flex-1 items-center gap-3 pl-3">
          <Search className="size-5 shrink-0 text-ink-soft" />
          <span className="sr-only">Search caregivers by name, city or skill</span>
          <input
            type="search"
            name="q"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="Name, city or skill"
            maxLength={100}
            className="min-h-12 w-full min-w-0 bg-transparent text-17 outline-none"
          />
        </label>
        <button type="submit" className={buttonClass({ size: 'large' })}>
          Search
        </button>
      </form>
    </search>
  )
}
