'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ButtonLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import { ChangeVersion } from '@/components/workspace/protocol-files/change-version'
import { SearchEngineField } from '@/components/workspace/users/search-engine-field'
import { protocolById } from '@/lib/protocols'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { projectQuery, useArchiveProject, useDeleteProject, useUpdateProject } from '@/lib/workspace/projects/hooks'
import { changedFields } from '@/lib/workspace/projects/rules'
import type { ProjectVersionsView } from '@/lib/workspace/protocol-files/contract'
import { engineProblem } from '@/lib/workspace/users/search-engine/rules'
import { SettingsError } from './settings-error'
import { StageForm } from './stage-form'

const fieldsOf = ({ name, description, rollUpRule, searchEngine }: ProjectView) => ({
  name,
  description,
  rollUpRule,
  searchEngine,
})

/** Name, description, the search engine that is proposed and, where there is a choice, the rule of roll-up. Sends only what was changed, with what was seen before. */
function DetailsForm({ project }: { project: ProjectView }) {
  const update = useUpdateProject(project.id)
  const client = useQueryClient()
  const router = useRouter()
  // What the form was filled with: a later refetch must neither reset what was typed nor hide somebody else's change.
  const [seen, setSeen] = useState(fieldsOf(project))
  const [rollUpRule, setRollUpRule] = useState(project.rollUpRule)
  const [engineError, setEngineError] = useState<string | null>(null)
  const { rollUps } = protocolById(project.protocolId)
  const fill = (current: ProjectView) => {
    setSeen(fieldsOf(current))
    setRollUpRule(current.rollUpRule)
  }
  const reload = async () => {
    fill(await client.fetchQuery({ ...projectQuery(project.id), staleTime: 0 }))
    update.reset()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (field: string) => String(form.get(field)).trim()
    const searchEngine = text('searchEngine') || null
    const problem = searchEngine === null ? null : engineProblem(searchEngine)
    setEngineError(problem)
    if (problem) return
    const next = { name: text('name'), description: text('description'), rollUpRule, searchEngine }
    const changed = Object.keys(changedFields(seen, next)) as (keyof typeof seen)[]
    if (changed.length === 0) return toast.info('Nothing was changed')
    const pick = (from: typeof seen) => Object.fromEntries(changed.map((key) => [key, from[key]]))
    update.mutate(
      { ...pick(next), seen: pick(seen) },
      {
        onSuccess: (saved) => {
          fill(saved)
          if (saved.alike) toast.info(saved.alike, { description: 'It is saved all the same.' })
          else toast.success('Saved')
          // The name also stands in the navigation.
          router.refresh()
        },
      },
    )
  }
  return (
    <form key={JSON.stringify(seen)} onSubmit={submit} className="max-w-2xl space-y-5">
      <Field label="Name" required>
        <Input name="name" required maxLength={200} defaultValue={seen.name} autoComplete="off" />
      </Field>
      <Field label="Description">
        <Textarea name="description" maxLength={5000} defaultValue={seen.description} />
      </Field>
      {rollUps.length > 1 ? (
        <Field
          label="Rule of roll-up"
          hint="How the label of a whole item follows from its parts in the figures of the dataset page. Answers do not change with it, and the page can show the other rule too."
        >
          <RadioGroup
            options={rollUps.map(({ key, title, description }) => ({
              value: key,
              label: title,
              hint: description,
            }))}
            value={rollUpRule}
            onValueChange={setRollUpRule}
          />
        </Field>
      ) : null}
      <fieldset className="space-y-1.5">
        <legend className="font-medium text-sm">Search engine to propose</legend>
        <p className="text-[0.8125rem] text-muted">
          Offered to members on their account page, where they take it on or name another. Nothing is sent to it before.
        </p>
        <SearchEngineField name="searchEngine" initial={seen.searchEngine} error={engineError ?? undefined} />
      </fieldset>
      <SettingsError error={update.error} onReload={() => void reload()} />
      <Button type="submit" variant="primary" loading={update.isPending}>
        Save
      </Button>
    </form>
  )
}

/** Archiving, which can be taken back, and deleting, which cannot. */
function DangerZone({ project }: { project: ProjectView }) {
  const archive = useArchiveProject(project.id)
  const remove = useDeleteProject(project.id)
  const router = useRouter()
  const isArchived = project.archivedAt !== null
  const toggle = async () => {
    await archive.mutateAsync(!isArchived)
    toast.success(isArchived ? 'The project is in use again' : 'The project is archived')
    router.refresh()
  }
  return (
    <Panel title="Archive and delete">
      <div className="space-y-5">
        <Row text="An archived project can be read and downloaded by its members, but nothing in it can be changed.">
          {isArchived ? (
            <Button
              loading={archive.isPending}
              onClick={() => void toggle().catch((e: Error) => toast.error(e.message))}
            >
              Take out of the archive
            </Button>
          ) : (
            <AlertDialog
              tone="primary"
              title="Archive this project?"
              description="Work on open tasks stops until it is taken out of the archive again. Nothing is lost."
              confirmLabel="Archive"
              onConfirm={toggle}
              trigger={<Button>Archive</Button>}
            />
          )}
        </Row>
        <Row text="Deleting removes the items, everybody’s answers, the gold and the history. It cannot be taken back: export first.">
          <AlertDialog
            title="Delete this project?"
            description="Items, answers, gold and history are removed for ever."
            confirmLabel="Delete for ever"
            typeToConfirm={project.name}
            onConfirm={async () => {
              await remove.mutateAsync(project.name)
              router.push('/projects')
            }}
            trigger={<Button variant="danger">Delete</Button>}
          />
        </Row>
      </div>
    </Panel>
  )
}

function Row({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <p className="max-w-prose text-sm">{text}</p>
      {children}
    </div>
  )
}

type ProjectSettingsProps = {
  initialData: ProjectView
  canCopy: boolean
  /** Versions of its protocol file; none where the protocol is built in. */
  versions: ProjectVersionsView
}

/** A project's settings; while it is archived only its fate can be changed. */
export function ProjectSettings({ initialData, canCopy, versions }: ProjectSettingsProps) {
  const { data: project } = useQuery({ ...projectQuery(initialData.id), initialData })
  return (
    <>
      <PageHeader
        title="Settings"
        description={`Protocol: ${project.protocolTitle}, version ${project.protocolVersion}.`}
        actions={
          canCopy ? <ButtonLink href={`/projects/new?copy=${project.id}`}>Copy as a new project</ButtonLink> : undefined
        }
      />
      <fieldset disabled={!project.abilities.change} className="space-y-6">
        <legend className="sr-only">Project settings</legend>
        <Panel title="Name and description">
          <DetailsForm project={project} />
        </Panel>
        {versions.versions.length > 0 ? (
          <Panel title="Version of the protocol">
            <ChangeVersion projectId={project.id} current={versions} />
          </Panel>
        ) : null}
        {project.stages.map((stage) => (
          <Panel key={stage.key} title={`Stage ${stage.position + 1}: ${stage.title}`}>
            <StageForm projectId={project.id} stage={stage} guidelineVersion={project.guidelineVersion} />
          </Panel>
        ))}
      </fieldset>
      <div className="mt-6">
        <DangerZone project={project} />
      </div>
    </>
  )
}
