import { NewProjectForm } from '@/components/projects/new-project-form'
import { requireActor } from '@/lib/server/page-actor'

export const metadata = { title: 'New project' }

export default async function NewProjectPage() {
  await requireActor('/projects/new')
  return <NewProjectForm />
}
