import { ButtonLink } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { Practice } from '@/lib/quality/practice/contract'
import { isLacking } from '@/lib/quality/practice/rules'
import { practiceHref } from './practice-href'
import { StandingText } from './standing-text'

interface PracticeOfferProps {
  practice: Practice
  /** Is it what the reader is to do first here? It has the filled button then. */
  isFirst: boolean
}

/** Practice of the stages that the reader has not begun; nothing where they have, or have practised. */
export function PracticeOffer({ practice: { project, required, stages }, isFirst }: PracticeOfferProps) {
  const open = stages.filter(isLacking)
  // Later stages are offered once the one before them is begun or practised.
  const [first] = open
  if (!first) return null
  return (
    <Panel
      title={required ? 'Practise before your first task' : 'Practise first'}
      description={
        required
          ? 'The project asks for it: answer items whose answers are known, and see what was expected and why. Nothing of it is counted.'
          : 'Answer items whose answers are known, and see what was expected and why. Nothing of it is counted.'
      }
      actions={
        <ButtonLink variant={isFirst ? 'primary' : 'secondary'} href={practiceHref(project.id)}>
          Practise
        </ButtonLink>
      }
    >
      <p className="text-sm">
        <bdi>{first.title}</bdi>: <StandingText stage={first} asked={required} />
      </p>
    </Panel>
  )
}
