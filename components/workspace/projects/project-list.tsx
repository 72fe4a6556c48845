import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { FolderPlus, Plus } from '@/components/ui/icons'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/time'
import { counted } from '@/lib/text/counted'
import type { ProjectListEntry, WorkspaceAbilities } from '@/lib/workspace/projects/contract'
import { NO_PROJECT_CREATION } from '@/lib/workspace/users/rules'
import { ROLE_TEXT } from './role-text'

type ProjectListProps = { projects: readonly ProjectListEntry[]; abilities: WorkspaceAbilities }

/** The projects the reader can see: those in use, then the archive. */
export function ProjectList({ projects, abilities }: ProjectListProps) {
  const inUse = projects.filter((project) => !project.archivedAt)
  const archived = projects.filter((project) => project.archivedAt)
  const create = abilities.createProjects ? (
    <ButtonLink href="/projects/new" variant="primary" icon={<Plus aria-hidden className="size-4" />}>
      New project
    </ButtonLink>
  ) : null
  return (
    <>
      <PageHeader
        title="Projects"
        description="Each is one dataset being built."
        actions={
          <>
            <ButtonLink href="/ratings">Check your own ratings</ButtonLink>
            <ButtonLink href="/protocols">Protocols</ButtonLink>
            {create}
          </>
        }
      />
      {inUse.length > 0 ? (
        <ul className="grid gap-4 md:grid-cols-2">
          {inUse.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </ul>
      ) : (
        <EmptyState title="No projects here" icon={<FolderPlus />} actions={create}>
          {create
            ? 'Create one to build a dataset of your own, or ask a manager to add you to theirs.'
            : 'Ask a manager to add you to theirs.'}
        </EmptyState>
      )}
      {create ? null : <p className="mt-6 text-muted text-sm">{NO_PROJECT_CREATION}</p>}
      {archived.length > 0 ? (
        <details className="mt-8">
          <summary className="font-medium">Archive ({archived.length})</summary>
          <ul className="mt-4 grid gap-4 md:grid-cols-2">
            {archived.map((project) => (
              <ProjectCard key={project.id} project={project} />
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

function ProjectCard({ project }: { project: ProjectListEntry }) {
  const { progress, mine } = project
  return (
    <li className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words font-semibold text-base" dir="auto">
          <Link href={`/projects/${project.id}`}>{project.name}</Link>
        </h2>
        <Badge className="shrink-0">{ROLE_TEXT[project.role]}</Badge>
      </div>
      {project.description ? (
        <p className="line-clamp-3 text-muted text-sm" dir="auto">
          {project.description}
        </p>
      ) : null}
      {progress ? (
        <ProgressBar
          label={project.votes ? 'Tallied' : 'Gold'}
          showLabel
          tone="positive"
          value={progress.gold}
          max={Math.max(1, progress.items - progress.discarded)}
          valueText={goldText(progress)}
        />
      ) : (
        <p className="text-sm">
          {mine.open} in hand, {mine.submitted} submitted by you
        </p>
      )}
      <p className="mt-auto text-muted text-xs">
        {project.protocolTitle} · created <Time value={project.createdAt} format="date" />
      </p>
    </li>
  )
}

function goldText({ items, gold, discarded }: NonNullable<ProjectListEntry['progress']>): string {
  if (items === 0) return 'nothing imported yet'
  const progressText = `${gold.toLocaleString('en')} of ${counted(items - discarded, 'item')}`
  return discarded > 0 ? `${progressText}, ${discarded.toLocaleString('en')} discarded` : progressText
}
