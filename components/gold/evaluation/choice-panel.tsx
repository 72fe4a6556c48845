'use client'

import { useMemo, useState } from 'react'
import { Folded } from '@/components/automation/prefill/folded'
import { type Drafts, readDrafts, startingDrafts } from '@/components/automation/prefill/parameter-drafts'
import { parameterFields } from '@/components/automation/prefill/parameter-fields'
import { ParameterForm } from '@/components/automation/prefill/parameter-form'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import type { TaskView } from '@/lib/gold/evaluation/contract'
import { MOST_SYSTEMS } from '@/lib/gold/evaluation/report/contract'
import type { Choice } from './addresses'

interface ChoicePanelProps {
  task: TaskView
  /** Of everything that was uploaded for the task. */
  systems: readonly string[]
  choice: Choice
  /** The model by which texts can be compared by meaning; null: none. */
  likenessModel: string | null
  onChange: (choice: Choice) => void
}

/** Which systems, and how they are scored; folded away, since all and the defaults are what most want. */
export function ChoicePanel({ task, systems, choice, likenessModel, onChange }: ChoicePanelProps) {
  const fields = useMemo(() => parameterFields(task.parameters), [task.parameters])
  const [drafts, setDrafts] = useState<Drafts>(() => startingDrafts(fields))
  const [chosen, setChosen] = useState<readonly string[] | null>(choice.systems)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [likeness, setLikeness] = useState(choice.likeness)
  const canCompare = task.comparesMeanings && likenessModel !== null
  if (fields.length === 0 && systems.length < 2 && !canCompare) return null
  const isChosen = (system: string) => chosen?.includes(system) ?? true
  const none = systems.length > 0 && !systems.some(isChosen)
  const many = systems.filter(isChosen).length > MOST_SYSTEMS
  const apply = () => {
    const read = readDrafts(fields, drafts)
    setErrors(read.errors)
    if (Object.keys(read.errors).length > 0 || none || many) return
    const some = systems.filter(isChosen)
    onChange({ parameters: read.values, systems: some.length === systems.length ? null : some, likeness })
  }
  const toggle = (system: string) =>
    setChosen(systems.filter((each) => (each === system ? !isChosen(each) : isChosen(each))))
  return (
    <Folded title={titleOf(fields.length, systems.length)}>
      <div className="space-y-4">
        {systems.length > 1 ? (
          <fieldset className="space-y-2">
            <legend className="mb-1 font-medium text-sm">Systems</legend>
            <div className="grid max-h-72 gap-2 overflow-y-auto sm:grid-cols-2">
              {systems.map((system) => (
                <Checkbox
                  key={system}
                  className="wrap-anywhere"
                  label={<span dir="auto">{system}</span>}
                  checked={isChosen(system)}
                  onCheckedChange={() => toggle(system)}
                />
              ))}
            </div>
          </fieldset>
        ) : null}
        <ParameterForm fields={fields} drafts={drafts} errors={errors} onChange={setDrafts} />
        {canCompare ? (
          <Checkbox
            label={`Compare texts by meaning too, by ${likenessModel}`}
            hint="The texts are sent to the server’s model endpoint, which costs; the price counts towards no budget."
            checked={likeness}
            onCheckedChange={(checked) => setLikeness(checked === true)}
          />
        ) : null}
        {none || many ? (
          <p role="alert" className="text-negative-text text-sm">
            {none ? 'Choose at least one system.' : `Choose at most ${MOST_SYSTEMS} systems.`}
          </p>
        ) : null}
        <Button onClick={apply}>Score again</Button>
      </div>
    </Folded>
  )
}

function titleOf(fields: number, systems: number): string {
  if (fields === 0) return 'Which systems'
  return systems > 1 ? 'Which systems, and how they are scored' : 'How they are scored'
}
