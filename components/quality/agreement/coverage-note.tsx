import type { StageAgreement } from '@/lib/quality/agreement/contract'
import { countOf, formatCount } from './figure-format'

/** What the figures are about, and what they leave out. */
export function CoverageNote({ stage }: { stage: StageAgreement }) {
  const { counted, singleRated, withoutAnnotation, discarded, inProgress, awaited } = stage.tasks
  const left = [
    singleRated > 0 ? `${formatCount(singleRated)} of them by a single annotator` : null,
    withoutAnnotation > 0 ? `${formatCount(withoutAnnotation)} without independent annotations left out` : null,
    discarded > 0 ? `${countOf(discarded, 'discarded item')} left out` : null,
    stage.notIndependent > 0 ? `${countOf(stage.notIndependent, 'annotation')} left out as not independent` : null,
    inProgress !== null && inProgress > 0 ? `${countOf(inProgress, 'task')} not finished yet` : null,
  ].filter((part) => part !== null)
  return (
    <div className="max-w-prose space-y-1 text-muted text-sm">
      <p>
        {countOf(counted, 'revealed task')} counted{left.length > 0 ? `; ${left.join('; ')}` : ''}.
      </p>
      {awaited > 0 ? (
        <p role="status">
          {countOf(awaited, 'revealed task')} still being counted; the figures change by themselves when{' '}
          {awaited === 1 ? 'it is' : 'they are'} in.
        </p>
      ) : null}
    </div>
  )
}
