'use client'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Folded } from '@/components/ui/folded'
import { Input } from '@/components/ui/input'
import { ButtonLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { PageLink } from '@/components/ui/page-link'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { ChosenNote } from '@/components/workspace/items/chosen-note'
import { useAssignByRule, usePreviewByRule } from '@/lib/annotation/assignments/by-rule/hooks'
import { counted } from '@/lib/text/counted'
import type { ItemFacets } from '@/lib/workspace/items/contract'
import type { ChosenItems } from '@/lib/workspace/items/selection/contract'
import type { MemberList } from '@/lib/workspace/users/members/contract'
import { membersQuery } from '@/lib/workspace/users/members/hooks'
import { PeopleChoice } from './people-choice'
import { ANY, type RuleForm, requestOf } from './rule-form'
import { RulePreviewPanel } from './rule-preview'

interface ByRuleViewProps {
  projectId: string
  stages: { key: string; title: string }[]
  members: MemberList
  facets: ItemFacets
  /** Shares of each member in the project. */
  loads: Record<string, number>
  /** What the reader came with from the list of items. */
  selection: ChosenItems | null
}

/** Assigns many tasks to several people by rule: what would come of it is shown first, and carried out as shown. */
export function ByRuleView({ projectId, stages, members, facets, loads, selection }: ByRuleViewProps) {
  const { data } = useQuery({ ...membersQuery(projectId), initialData: members })
  const people = data.members.filter(({ role, active }) => active && role !== 'viewer')
  const [form, setForm] = useState<RuleForm>({
    stage: (stages.find(({ key }) => key === selection?.filter.stage) ?? stages[0])?.key ?? '',
    from: '',
    to: '',
    domain: ANY,
    tag: ANY,
    selection,
    chosen: new Set(people.filter(({ role }) => role === 'annotator').map(({ userId }) => userId)),
    most: {},
    perTask: '',
    pairLimit: '',
    languageField: 'language',
    seed: '1',
    batch: '',
  })
  const preview = usePreviewByRule(projectId)
  const assign = useAssignByRule(projectId)
  const change = (changes: Partial<RuleForm>) => {
    // A preview is of what was asked; it goes with any change.
    preview.reset()
    assign.reset()
    setForm((before) => ({ ...before, ...changes }))
  }
  const handlePreview = (event: FormEvent) => {
    event.preventDefault()
    assign.reset()
    preview.mutate(requestOf(form))
  }
  const handleAssign = (fingerprint: string) => assign.mutate({ ...requestOf(form), fingerprint })
  const heading = (
    <PageHeader
      eyebrow={
        <PageLink href={`/projects/${projectId}/assignments`} className="hover:underline">
          Assignments
        </PageLink>
      }
      title="Assign by rule"
      description="Many tasks over several people: even loads, mixed pairs. You see who would get what before anything is assigned."
    />
  )
  if (assign.data)
    return (
      <>
        {heading}
        <Callout
          tone="success"
          live
          title={`${counted(assign.data.given, 'task')} assigned, ${counted(assign.data.shares, 'share')}`}
          actions={
            <>
              <ButtonLink variant="primary" href={`/projects/${projectId}/assignments?filter=in_progress`}>
                See assignments
              </ButtonLink>
              <Button onClick={() => change({})}>Assign more</Button>
            </>
          }
        >
          Exactly as previewed. Assigned tasks come before the queue and do not expire.
        </Callout>
      </>
    )
  return (
    <>
      {heading}
      <form onSubmit={handlePreview} className="flex flex-col gap-6">
        <TasksPanel projectId={projectId} stages={stages} facets={facets} form={form} change={change} />
        <PeopleChoice projectId={projectId} people={people} loads={loads} facets={facets} form={form} change={change} />
        <RulesPanel form={form} change={change} />
        {preview.error ? (
          <Callout tone="danger" title="There is no preview">
            {preview.error.message}
          </Callout>
        ) : null}
        {preview.data ? null : (
          <Button
            type="submit"
            variant="primary"
            loading={preview.isPending}
            disabled={form.chosen.size === 0 || form.selection?.expected === 0}
            className="self-start"
          >
            Preview
          </Button>
        )}
      </form>
      {preview.data ? (
        <RulePreviewPanel
          preview={preview.data}
          busy={assign.isPending}
          problem={assign.error?.message ?? null}
          onAssign={handleAssign}
          onAgain={() => {
            assign.reset()
            preview.mutate(requestOf(form))
          }}
        />
      ) : null}
    </>
  )
}

interface PartProps {
  form: RuleForm
  change: (changes: Partial<RuleForm>) => void
}

function TasksPanel({
  projectId,
  stages,
  facets,
  form,
  change,
}: PartProps & Pick<ByRuleViewProps, 'projectId' | 'stages' | 'facets'>) {
  return (
    <Panel title="Tasks" description="Open tasks with room, in the order of their items: at most 20,000 at once.">
      {form.selection ? (
        <ChosenNote projectId={projectId} chosen={form.selection} className="mb-4">
          <Button size="sm" onClick={() => change({ selection: null })}>
            Take all items instead
          </Button>
        </ChosenNote>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
        {stages.length > 1 ? (
          <Field label="Stage">
            <Select
              value={form.stage}
              onValueChange={(stage) => change({ stage })}
              options={stages.map(({ key, title }) => ({ value: key, label: title }))}
            />
          </Field>
        ) : null}
        <Field label="From item">
          <Input
            type="number"
            min={1}
            placeholder="1"
            value={form.from}
            onChange={(event) => change({ from: event.target.value })}
          />
        </Field>
        <Field label="To item">
          <Input
            type="number"
            min={1}
            placeholder="last"
            value={form.to}
            onChange={(event) => change({ to: event.target.value })}
          />
        </Field>
        <FacetField
          label="Domain"
          values={facets.domains}
          value={form.domain}
          onChange={(domain) => change({ domain })}
        />
        <FacetField label="Tag" values={facets.tags} value={form.tag} onChange={(tag) => change({ tag })} />
      </div>
    </Panel>
  )
}

interface FacetFieldProps {
  label: string
  values: ItemFacets['domains']
  value: string
  onChange: (value: string) => void
}

/** Nothing where no item has any. */
function FacetField({ label, values, value, onChange }: FacetFieldProps) {
  const words = values.map((each) => each.value).filter((word) => word !== '')
  if (words.length === 0) return null
  return (
    <Field label={label}>
      <Select
        value={value}
        onValueChange={onChange}
        options={[{ value: ANY, label: 'Any' }, ...words.map((word) => ({ value: word, label: word }))]}
      />
    </Field>
  )
}

function RulesPanel({ form, change }: PartProps) {
  return (
    <Panel title="Rules" description="Loads are kept even, and pairs are mixed so that all meet about alike often.">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="People per task" hint="Empty: as many as each has room for.">
          <Input
            type="number"
            min={1}
            max={20}
            value={form.perTask}
            onChange={(event) => change({ perTask: event.target.value })}
          />
        </Field>
        <Field label="No pair in more than, percent" hint="Of the tasks with two or more people. Empty: no limit.">
          <Input
            type="number"
            min={1}
            max={100}
            step="any"
            value={form.pairLimit}
            onChange={(event) => change({ pairLimit: event.target.value })}
          />
        </Field>
        <Field label="Batch name" hint="Shown in lists; leave empty for none.">
          <Input maxLength={80} value={form.batch} onChange={(event) => change({ batch: event.target.value })} />
        </Field>
      </div>
      <Folded title="Seed and language" className="mt-4">
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Seed" hint="The same seed on the same state gives the same shares.">
            <Input
              type="number"
              min={0}
              max={4294967295}
              value={form.seed}
              onChange={(event) => change({ seed: event.target.value })}
            />
          </Field>
          <Field
            label="Field with the language"
            hint="Of the imported record; for people who take some languages only."
          >
            <Input
              maxLength={100}
              dir="ltr"
              value={form.languageField}
              onChange={(event) => change({ languageField: event.target.value })}
            />
          </Field>
        </div>
      </Folded>
    </Panel>
  )
}
