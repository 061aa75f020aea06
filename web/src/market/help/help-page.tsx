import { paths } from '../../shared/routes/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Page } from '../../ui/page.tsx'
import { Lamp } from '../../ui/scenes/lamp.tsx'
import { topics } from './questions.tsx'
import { TopicList } from './topic-list.tsx'

export function HelpPage() {
  return (
    <Page
      eyebrow="Help"
      title="Frequently asked questions"
      lead="Short answers to what families and caregivers ask us most."
    >
      <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label="Topics" className="lg:sticky lg:top-8">
          <ul className="-mx-3 flex flex-wrap lg:flex-col">
            {topics.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-11 items-center rounded-control px-3 font-semibold text-forest transition-colors hover:bg-sand lg:flex"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-col gap-12">
          {topics.map((topic) => (
            <TopicList key={topic.id} topic={topic} />
          ))}
          <Contact />
        </div>
      </div>
    </Page>
  )
}

function Contact() {
  return (
    <section
      aria-label="Contact"
      className="grid items-center gap-6 rounded-card bg-sand p-6 sm:grid-cols-[1fr_10rem] sm:p-10"
    >
      <div>
        <h2 className="text-28">Still have a question?</h2>
        <p className="mt-2 text-17 text-ink-soft">Write to us, and a real person will reply.</p>
        <ButtonLink to={paths.contact} size="large" className="mt-6">
          Contact us
        </ButtonLink>
      </div>
      <div className="hidden sm:block">
        <Lamp />
      </div>
    </section>
  )
}
