import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { counted } from '@/lib/text/counted'
import { itemsHref } from '@/lib/workspace/items/rules'
import type { ProjectHome, ProjectView } from '@/lib/workspace/projects/contract'

type Management = NonNullable<ProjectHome['management']>
type HomeManagementProps = { project: ProjectView; management: Management }

const IMPORT_STATE: Record<string, string> = {
  uploading: 'is being uploaded',
  checking: 'is being checked',
  ready: 'is checked and waits for your decision',
  refused: 'was refused',
  applying: 'is being written',
  failed: 'failed',
}

/** What is held up and waits for a manager, most urgent first; nothing where nothing is. */
export function HomeManagement({ project, management }: HomeManagementProps) {
  const todo = todoOf(project.id, management)
  if (todo.length === 0) return null
  return (
    <Panel title="Waits for you">
      <ul className="list-disc space-y-1.5 ps-5 text-sm">
        {todo.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </Panel>
  )
}

function todoOf(projectId: string, management: Management): { key: string; text: ReactNode }[] {
  const { unopened, imports, skipped, inquiries } = management
  const todo: { key: string; text: ReactNode }[] = imports.map((each) => ({
    key: each.id,
    text: (
      <>
        The file <Link href={`/projects/${projectId}/import/${each.id}`}>{each.fileName}</Link>{' '}
        {IMPORT_STATE[each.state] ?? each.state}
        {each.problems > 0 ? `, with ${counted(each.problems, 'problem')}` : ''}.
      </>
    ),
  }))
  if (inquiries > 0)
    todo.unshift({
      key: 'inquiries',
      text: (
        <>
          <Link href={`/projects/${projectId}/assignments`}>{counted(inquiries, 'question')} of annotators</Link>{' '}
          {inquiries === 1 ? 'waits' : 'wait'} for your answer.
        </>
      ),
    })
  if (unopened > 0)
    todo.push({
      key: 'unopened',
      text: (
        <>
          <Link href={itemsHref(projectId, { state: 'preparing' })}>{unopened} prepared tasks</Link> are not open yet:
          look at their segments, then open them.
        </>
      ),
    })
  if (skipped > 0)
    todo.push({
      key: 'skipped',
      text: (
        <>
          <Link href={`/projects/${projectId}/assignments?filter=skipped`}>{counted(skipped, 'open task')}</Link>{' '}
          {skipped === 1 ? 'was' : 'were'} skipped and can be taken by somebody else.
        </>
      ),
    })
  return todo
}
