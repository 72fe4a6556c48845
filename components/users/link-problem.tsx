import { ButtonLink } from '@/components/ui/link'
import { Door } from './door'

type LinkProblemProps = { problem: 'gone' | 'throttled'; askFor: string }

/** Takes the place of what a link led to. */
export function LinkProblem({ problem, askFor }: LinkProblemProps) {
  const title = problem === 'gone' ? 'This link no longer works' : 'Too many links were tried from your network'
  return (
    <Door title={title}>
      <p className="mb-5 text-sm">
        {problem === 'gone'
          ? `It has been used, withdrawn, or has expired. Ask whoever sent it for ${askFor}.`
          : 'Wait a quarter of an hour and open the link again.'}
      </p>
      <ButtonLink href="/">Go to the start page</ButtonLink>
    </Door>
  )
}
