import { ButtonLink } from '@/components/ui/link'
import { Door } from './door'

const TEXTS = {
  gone: {
    title: 'This link no longer works',
    text: (askFor: string) => `It has been used, withdrawn, or has expired. Ask the person who sent it for ${askFor}.`,
  },
  closed: {
    title: 'This link opens nothing',
    text: (askFor: string) =>
      `It was closed or replaced, or a part of it is missing. Ask the person who sent it for ${askFor}.`,
  },
  throttled: {
    title: 'Too many links were tried from your network',
    text: () => 'Wait a quarter of an hour and open the link again.',
  },
} as const

type LinkProblemProps = { problem: keyof typeof TEXTS; askFor: string }

/** Takes the place of what a link led to. */
export function LinkProblem({ problem, askFor }: LinkProblemProps) {
  const { title, text } = TEXTS[problem]
  return (
    <Door title={title}>
      <p className="mb-5 text-sm">{text(askFor)}</p>
      <ButtonLink href="/">Go to the start page</ButtonLink>
    </Door>
  )
}
