import type { ReactNode } from 'react'
import { ButtonLink, Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
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

const counted = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** What a manager has to do next, most urgent first. */
export function HomeManagement({ project, management }: HomeManagementProps) {
  const todo = todoOf(project.id, management)
  const importLink = (
    <ButtonLink href={`/projects/${project.id}/import`} variant={management.items === 0 ? 'primary' : 'secondary'}>
      Import items
    </ButtonLink>
  )
  return (
    <Panel title="Management" actions={project.abilities.change ? importLink : undefined}>
      {todo.length > 0 ? (
        <ul className="list-disc space-y-1.5 ps-5 text-sm">
          {todo.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      ) : (
        <p className="text-sm">Nothing is held up: imported items are open and given out.</p>
      )}
    </Panel>
  )
}

function todoOf(projectId: string, management: Management): { key: string; text: ReactNode }[] {
  const { items, unopened, members, imports, skipped } = management
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
  if (items === 0 && imports.length === 0)
    todo.push({ key: 'import', text: 'There are no items yet: import a file of prompts and responses.' })
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
          skipped by somebody, with a free place.
        </>
      ),
    })
  if (members <= 1)
    todo.push({
      key: 'members',
      text: (
        <>
          You are alone here: <Link href={`/projects/${projectId}/members`}>add annotators and reviewers</Link>.
        </>
      ),
    })
  return todo
}
