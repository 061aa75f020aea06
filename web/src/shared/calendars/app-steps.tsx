import { PanelSubheading } from '../../ui/panel.tsx'

interface AppStepsProps {
  title: string
  apps: readonly { app: string; steps: string }[]
}

/** What to do in each calendar app. */
export function AppSteps({ title, apps }: AppStepsProps) {
  return (
    <section>
      <PanelSubheading>{title}</PanelSubheading>
      <dl className="mt-2 flex flex-col gap-2">
        {apps.map(({ app, steps }) => (
          <div key={app}>
            <dt className="inline font-medium">{app}: </dt>
            <dd className="inline text-ink-soft">{steps}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
