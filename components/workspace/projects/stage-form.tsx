'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { DefinitionList } from '@/components/ui/definition-list'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { RadioGroup, type RadioOption } from '@/components/ui/radio-group'
import { toast } from '@/components/ui/toast'
import type { ProjectStage, ProjectView, StageSettings } from '@/lib/workspace/projects/contract'
import { projectQuery, useUpdateStage } from '@/lib/workspace/projects/hooks'
import { changedFields } from '@/lib/workspace/projects/rules'
import { SettingsError } from './settings-error'

/** Each policy of consolidation in a sentence. */
const CONSOLIDATION_TEXT: Record<ProjectStage['consolidation'], string> = {
  discussion: 'Discussion: both annotators accept the same value; if they cannot, a third person decides.',
  reviewer: 'Reviewer: a third person confirms every item and settles what the annotators differ on.',
  majority: 'Majority: the value most annotators gave; what a tie means is the protocol’s.',
  votes: 'Votes: answers are counted and released as votes; there is no single right one.',
}

const SKIP_OPTIONS: readonly RadioOption<StageSettings['skipPolicy']>[] = [
  { value: 'others', label: 'Others get it', hint: 'The person who skipped it does not see it again.' },
  {
    value: 'again',
    label: 'Others get it, and the same person later',
    hint: 'For somebody who means “not now” rather than “not me”.',
  },
  {
    value: 'manager',
    label: 'It waits for a manager',
    hint: 'Nobody gets it from the queue until a manager assigns it.',
  },
]

const THIRD_RATER_OPTIONS: readonly RadioOption<StageSettings['thirdRater']>[] = [
  {
    value: 'deadlock',
    label: 'Only when the annotators cannot agree',
    hint: 'What both accept becomes gold by itself; one of them calls a third rater when they are stuck.',
  },
  {
    value: 'always',
    label: 'In every discussion',
    hint: 'A reviewer who did not annotate the item takes part from the start, and it becomes gold by their confirmation.',
  },
]

const ORDER_OPTIONS: readonly RadioOption<StageSettings['queueOrder']>[] = [
  { value: 'imported', label: 'As imported' },
  {
    value: 'random',
    label: 'Random',
    hint: 'What is finished is a random sample of the items at any time. The same seed gives the same order.',
  },
  {
    value: 'disagreement',
    label: 'Where models disagree most first',
    hint: 'By the share of questions on which the suggestions of two models or more differ. The agreement page says that what is finished is a chosen sample.',
  },
  {
    value: 'least_sure',
    label: 'Where models are least sure first',
    hint: 'By the mean score of the suggestions. The agreement page says that what is finished is a chosen sample.',
  },
]

const settingsOf = ({
  raters,
  coverage,
  reservationMinutes,
  skipPolicy,
  queue,
  queueOrder,
  queueSeed,
  furtherShare,
  furtherSeed,
  thirdRater,
  guidelinesFirst,
}: ProjectStage): StageSettings => ({
  raters,
  coverage,
  reservationMinutes,
  skipPolicy,
  queue,
  queueOrder,
  queueSeed,
  furtherShare,
  furtherSeed,
  thirdRater,
  guidelinesFirst,
})

/** How one stage is given out and begun. The consolidation policy belongs to the protocol and is only shown. */
export function StageForm({
  projectId,
  stage,
  guidelineVersion,
}: {
  projectId: string
  stage: ProjectStage
  /** 0 where the project has no guidelines. */
  guidelineVersion: number
}) {
  const update = useUpdateStage(projectId, stage.key)
  const client = useQueryClient()
  // What the form was filled with: a later refetch must neither reset what was typed nor hide somebody else's change.
  const [seen, setSeen] = useState(settingsOf(stage))
  const [next, setNext] = useState(seen)
  const fill = (project: ProjectView) => {
    const fresh = project.stages.find((each) => each.key === stage.key)
    if (!fresh) return
    setSeen(settingsOf(fresh))
    setNext(settingsOf(fresh))
  }
  const reload = async () => {
    fill(await client.fetchQuery({ ...projectQuery(projectId), staleTime: 0 }))
    update.reset()
  }
  const set = (change: Partial<StageSettings>) => setNext((before) => ({ ...before, ...change }))
  const number = (
    name: 'raters' | 'coverage' | 'reservationMinutes' | 'queueSeed' | 'furtherShare' | 'furtherSeed',
  ) => ({
    type: 'number',
    inputMode: 'numeric' as const,
    required: true,
    value: Number.isNaN(next[name]) ? '' : next[name],
    onChange: (event: { target: HTMLInputElement }) => set({ [name]: event.target.valueAsNumber }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changes = changedFields<StageSettings>(seen, next)
    const pick = (side: 'from' | 'to') => Object.fromEntries(Object.entries(changes).map(([k, v]) => [k, v[side]]))
    if (Object.keys(changes).length === 0) return toast.info('Nothing was changed')
    update.mutate(
      { ...pick('to'), seen: pick('from') },
      {
        onSuccess: ({ project, tasksChanged }) => {
          fill(project)
          toast.success('Saved', {
            description: tasksChanged > 0 ? `${tasksChanged} tasks changed with it.` : undefined,
          })
        },
      },
    )
  }
  return (
    <form onSubmit={submit} className="max-w-2xl space-y-6">
      <DefinitionList items={[{ term: 'Consolidation', description: CONSOLIDATION_TEXT[stage.consolidation] }]} />
      {stage.consolidation === 'discussion' ? (
        <Field label="Third rater">
          <RadioGroup
            options={THIRD_RATER_OPTIONS}
            value={next.thirdRater}
            onValueChange={(thirdRater) => set({ thirdRater })}
          />
        </Field>
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Annotators per item" hint="Applies to tasks that nobody has started; others keep theirs.">
          <Input {...number('raters')} min={1} max={20} />
        </Field>
        <Field
          label="Coverage in percent"
          hint={`So many items get that number of annotators; the rest get one and ${
            stage.consolidation === 'votes' ? 'are tallied from one vote' : 'become single-rated gold'
          }.`}
        >
          <Input {...number('coverage')} min={0} max={100} />
        </Field>
        <Field
          label="Further annotator, percent of items"
          hint="So many items get one annotator more than otherwise, drawn before anybody has answered: a random sample for measuring agreement."
        >
          <Input {...number('furtherShare')} min={0} max={100} />
        </Field>
        {next.furtherShare > 0 ? (
          <Field label="Seed of the draw" hint="The same seed draws the same items.">
            <Input {...number('furtherSeed')} min={0} max={2147483647} />
          </Field>
        ) : null}
      </div>
      <Field
        label="Reservation in minutes"
        hint="A task taken from the queue is kept this long after the last sign of life. Too short, and somebody who looks something up may find it given to another; too long, and tasks of people who have left are held up. Drafts are kept either way."
      >
        <Input {...number('reservationMinutes')} min={1} max={10080} className="max-w-40" />
      </Field>
      <Field label="When somebody skips a task">
        <RadioGroup
          options={SKIP_OPTIONS}
          value={next.skipPolicy}
          onValueChange={(skipPolicy) => set({ skipPolicy })}
        />
      </Field>
      <Checkbox
        label="Annotators take tasks from the queue"
        hint="Without the queue they work only on what a manager assigns to them."
        checked={next.queue}
        onCheckedChange={(queue) => set({ queue: queue === true })}
      />
      {next.queue ? (
        <Field label="Order of the queue">
          <RadioGroup
            options={ORDER_OPTIONS}
            value={next.queueOrder}
            onValueChange={(queueOrder) => set({ queueOrder })}
          />
        </Field>
      ) : null}
      {next.queue && next.queueOrder === 'random' ? (
        <Field label="Seed of the order">
          <Input {...number('queueSeed')} min={0} max={2147483647} className="max-w-40" />
        </Field>
      ) : null}
      <Checkbox
        label="Annotators confirm the guidelines before their first task"
        hint={`${
          guidelineVersion === 0
            ? 'There is nothing to confirm yet: this begins with the first version of the guidelines.'
            : 'Annotators are asked who have confirmed no version yet and begun no task of this stage.'
        } What later versions change is confirmed in any case.`}
        checked={next.guidelinesFirst}
        onCheckedChange={(guidelinesFirst) => set({ guidelinesFirst: guidelinesFirst === true })}
      />
      <SettingsError error={update.error} onReload={() => void reload()} />
      <Button type="submit" variant="primary" loading={update.isPending}>
        Save
      </Button>
    </form>
  )
}
