import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink } from '@/components/ui/link'

const TEXTS = {
  missing: {
    title: 'There is nothing here',
    text: 'The page does not exist, or you may not see it. If somebody sent you here, ask them to make you a member.',
  },
  refused: {
    title: 'This page is not for your role',
    text: 'Your role in this project does not include it. A manager of the project can change that.',
  },
} as const

/** What stands in place of a page that is hidden or not allowed. */
export function NothingHere({ why }: { why: keyof typeof TEXTS }) {
  const { title, text } = TEXTS[why]
  return (
    <div id="content" tabIndex={-1} className="mx-auto max-w-xl py-8">
      <h1 className="sr-only">{title}</h1>
      <EmptyState title={title} actions={<ButtonLink href="/projects">Go to your projects</ButtonLink>}>
        {text}
      </EmptyState>
    </div>
  )
}
