import { Callout } from '@/components/ui/callout'
import { ButtonLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { NO_PROJECT_CREATION } from '@/lib/workspace/users/rules'

/** In the place of the form, for whoever may not create projects: whom to ask. */
export function NoProjectCreation() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="New project" />
      <Callout tone="info">{NO_PROJECT_CREATION}</Callout>
      <ButtonLink href="/projects" className="mt-6">
        Back to the projects
      </ButtonLink>
    </div>
  )
}
