import { cn } from '@/components/ui/cn'
import { Check } from '@/components/ui/icons'
import { ButtonLink, Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { HomePath as Path, ProjectView } from '@/lib/workspace/projects/contract'
import { type PathStep, pathSteps } from '@/lib/workspace/projects/path/rules'

const STATE_TEXT: Record<PathStep['state'], string> = { done: 'done', next: 'next', later: 'later' }

/** The way from a file to a release: each step with how far it is, and what to do about it. */
export function HomePath({ project, path }: { project: ProjectView; path: Path }) {
  const steps = pathSteps(path)
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Panel
      title="From a file to a release"
      description={`${done} of ${steps.length} steps ${done === 1 ? 'is' : 'are'} done.`}
    >
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <Step key={step.key} step={step} number={index + 1} project={project} />
        ))}
      </ol>
    </Panel>
  )
}

type StepProps = { step: PathStep; number: number; project: ProjectView }

function Step({ step: { title, state, text, act }, number, project }: StepProps) {
  const href = act && `/projects/${project.id}/${act.page}`
  const canAct = href && project.abilities.change
  return (
    <li
      className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5"
      aria-current={state === 'next' ? 'step' : undefined}
    >
      <span
        aria-hidden
        className={cn(
          'grid size-7 shrink-0 place-items-center rounded-full border text-sm tabular-nums',
          state === 'done' && 'border-accent bg-accent-surface text-accent-text',
          state === 'next' && 'border-accent font-semibold text-accent-text',
          state === 'later' && 'border-line text-muted',
        )}
      >
        {state === 'done' ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <h3 className={cn('font-medium', state === 'later' && 'text-muted')}>
          {title} <span className="sr-only">({STATE_TEXT[state]})</span>
        </h3>
        <p className="text-muted">{text}</p>
      </div>
      {canAct && state === 'next' ? (
        <ButtonLink href={href} variant="primary" className="max-sm:ms-11">
          {act.text}
        </ButtonLink>
      ) : canAct ? (
        <Link href={href} className="text-sm max-sm:ms-11">
          {act.text}
        </Link>
      ) : null}
    </li>
  )
}
