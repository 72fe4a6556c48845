import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink } from '@/components/ui/link'

export const metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main id="main" className="mx-auto max-w-xl p-8">
      <h1 className="sr-only">Not found</h1>
      <EmptyState title="There is nothing here" actions={<ButtonLink href="/">Go to your projects</ButtonLink>}>
        The page does not exist, or you may not see it. If somebody sent you here, ask them to make you a member.
      </EmptyState>
    </main>
  )
}
