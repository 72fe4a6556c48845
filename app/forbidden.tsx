import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink } from '@/components/ui/link'

export const metadata = { title: 'Not allowed' }

export default function Forbidden() {
  return (
    <main id="main" className="mx-auto max-w-xl p-8">
      <h1 className="sr-only">Not allowed</h1>
      <EmptyState
        title="This page is not for your role"
        actions={<ButtonLink href="/">Go to your projects</ButtonLink>}
      >
        Your role in this project does not include it. A manager of the project can change that.
      </EmptyState>
    </main>
  )
}
