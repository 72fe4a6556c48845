import type { ReactNode } from 'react'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { type DisagreementView, disagreementsHref, VIEWS } from '@/lib/quality/agreement/disagreements/rules'

interface DisagreementsFrameProps {
  view: DisagreementView
  data: {
    project: { id: string; name: string }
    stages: readonly { key: string; title: string }[]
    stage: { key: string; title: string }
  }
  children: ReactNode
}

const CHOICES = 'flex flex-wrap gap-2 print:hidden'

/** The head of each of the three pages on disagreements, with the ways to the others. */
export function DisagreementsFrame({ view, data: { project, stages, stage }, children }: DisagreementsFrameProps) {
  return (
    <div className="report">
      <PageHeader
        eyebrow={
          <>
            <Link href={`/projects/${project.id}/agreement`}>Agreement</Link>, {stage.title}
          </>
        }
        title="Disagreements"
        description="Where annotators disagreed, why, and how it was settled. Only tasks count whose annotators have all submitted."
      />
      <div className="mb-6 space-y-3">
        {stages.length > 1 ? (
          <nav aria-label="Stage" className={CHOICES}>
            {stages.map(({ key, title }) => (
              <Choice key={key} href={disagreementsHref(project.id, { view, stage: key })} chosen={key === stage.key}>
                {title}
              </Choice>
            ))}
          </nav>
        ) : null}
        <nav aria-label="Ways to look at disagreements" className={CHOICES}>
          {VIEWS.map((each) => (
            <Choice
              key={each.view}
              href={disagreementsHref(project.id, { view: each.view, stage: stage.key })}
              chosen={each.view === view}
            >
              {each.title}
            </Choice>
          ))}
        </nav>
      </div>
      <div className="space-y-6">{children}</div>
    </div>
  )
}

/** One of several addresses; the one that is shown is marked. */
export function Choice({ href, chosen, children }: { href: string; chosen: boolean; children: ReactNode }) {
  return (
    <ButtonLink
      href={href}
      size="sm"
      variant={chosen ? 'primary' : 'secondary'}
      aria-current={chosen ? 'true' : undefined}
      scroll={false}
      prefetch={false}
    >
      {children}
    </ButtonLink>
  )
}
