'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { factsOf, OwnFactFields, type OwnFactTexts } from '@/components/workspace/items/own-fact-fields'
import { counted } from '@/lib/text/counted'
import type { FileCounts, IdentityRule, ImportDetail, ImportOptions } from '@/lib/workspace/imports/contract'
import { useApplyImport } from '@/lib/workspace/imports/hooks'
import { countsUnder, nextPersonsWork } from '@/lib/workspace/imports/rules'
import { NotJoinedList } from './not-joined-list'

type Labels = ImportOptions['labels']
interface LabelOption {
  value: Labels
  label: string
  hint: string
}

/** What labels of a file may become. Items that are here take them only as a person's work. */
function labelOptions({ here }: FileCounts, votes: boolean): readonly LabelOption[] {
  if (votes) return VOTES
  const newOnly = here.free > 0 ? ' Only of items that are new.' : ''
  return [
    { ...GOLD, hint: `${GOLD.hint}${newOnly}` },
    { ...SUGGESTIONS, hint: `${SUGGESTIONS.hint}${newOnly}` },
    here.free > 0 ? { ...PERSON, hint: `On items that are here they stand as ${nextPersonsWork({ here })}.` } : PERSON,
    IGNORE,
  ]
}

const GOLD: LabelOption = {
  value: 'gold',
  label: 'Gold',
  hint: 'They are the consolidated result already; their tasks are closed.',
}
const SUGGESTIONS: LabelOption = {
  value: 'suggestions',
  label: 'Suggestions',
  hint: 'Annotators see them, marked as such; they are nobody’s answer.',
}
const PERSON: LabelOption = {
  value: 'person',
  label: 'One member’s submitted work',
  hint: 'Their tasks then ask for one annotator fewer.',
}
const IGNORE: LabelOption = {
  value: 'ignore',
  label: 'Nothing',
  hint: 'They stay in the source record and are not used.',
}
const VOTES: readonly LabelOption[] = [
  { value: 'gold', label: 'Votes', hint: 'They are tallied as they stand; their tasks are closed.' },
  {
    ...IGNORE,
    hint: 'They stay in the source record, and people here vote anew. Votes of several people can be nobody’s work, and no suggestion.',
  },
]

interface Work {
  personId: string | null
  independent: boolean
  raters: number
}

/** The manager's decision on a checked file. */
export function ImportForm({ data }: { data: ImportDetail }) {
  const apply = useApplyImport(data.id, data.projectId)
  const [identity, setIdentity] = useState<IdentityRule>('content')
  const counts = countsUnder(data, identity)
  const { here, newCount, labelledCount } = counts
  // Nothing else can become of labels where no item is new; whose they are is asked all the same.
  const [labels, setLabels] = useState<Labels>(newCount === 0 && here.free > 0 ? 'person' : 'ignore')
  const [work, setWork] = useState<Work>({ personId: null, independent: false, raters: data.raters })
  const [own, setOwn] = useState<OwnFactTexts | null>(null)
  const [open, setOpen] = useState(true)
  const [asked, setAsked] = useState(false)
  const [tries, setTries] = useState(0)
  const fields = useRef<HTMLDivElement>(null)
  // What is missing may be out of sight of the button.
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  const isWork = labels === 'person'
  const isPart = data.state === 'refused'
  const problems = workProblems(work)
  const act = actOf(counts, isWork, isPart)
  const start = () => {
    setAsked(true)
    if (isWork && Object.values(problems).some(Boolean)) return setTries((before) => before + 1)
    const { personId, independent, raters } = work
    const records = isPart ? 'good' : 'all'
    apply.mutate({
      labels,
      open,
      identity,
      records,
      ...(own && newCount > 0 ? { own: factsOf(own) } : {}),
      ...(isWork && personId ? { personId, independent, raters } : {}),
    })
  }
  const labelled = labelledParts(labelledCount, here.free)
  return (
    <>
      <div ref={fields}>
        <Panel
          title={isPart ? 'Import the records without problems' : 'Import this file'}
          description={
            isPart
              ? 'The others stay out; download them with their problems, mend them, and drop that file here afterwards.'
              : undefined
          }
        >
          <div className="space-y-5">
            {data.byId ? (
              <IdentityField byContent={data.byContent} byId={data.byId} value={identity} onChange={setIdentity} />
            ) : null}
            {labelled.length > 0 ? (
              <Field label={`Labels of ${labelled.join(' and ')} become`}>
                <RadioGroup options={labelOptions(counts, data.votes)} value={labels} onValueChange={setLabels} />
              </Field>
            ) : null}
            {isWork ? (
              <WorkFields
                data={data}
                here={here}
                work={work}
                problems={asked ? problems : {}}
                onChange={(change) => setWork((before) => ({ ...before, ...change }))}
              />
            ) : null}
            {isWork || here.notJoined.length > 0 ? <NotJoinedList notJoined={here.notJoined} /> : null}
            {newCount > 0 ? <OwnFacts domains={data.targets.domains} value={own} onChange={setOwn} /> : null}
            <Checkbox
              label="Open the tasks at once"
              hint="Otherwise nobody can take them yet, which leaves time to correct how texts are cut, or for a pre-fill run."
              checked={open}
              onCheckedChange={(checked) => setOpen(checked === true)}
            />
            {apply.error ? (
              <Callout tone="danger" title="The import did not start">
                {apply.error.message}
              </Callout>
            ) : null}
          </div>
        </Panel>
      </div>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t bg-canvas py-3 low:static">
        {act ? (
          <Button variant="primary" loading={apply.isPending} onClick={start}>
            {act}
          </Button>
        ) : null}
        <p className="min-w-0 flex-1 basis-48 text-muted text-sm">
          {act ? consequence(counts, { labels, votes: data.votes, open }) : 'Nothing would be added.'}
        </p>
      </div>
    </>
  )
}

/** What has labels, in words: “2 new records”, “1 item that is here”. */
const labelledParts = (fresh: number, here: number): string[] => [
  ...(fresh > 0 ? [counted(fresh, 'new record')] : []),
  ...(here > 0 ? [`${counted(here, 'item')} that ${here === 1 ? 'is' : 'are'} here`] : []),
]

const BECOME: Readonly<Record<Labels, string>> = {
  gold: 'become gold',
  suggestions: 'become suggestions',
  person: 'become one member’s submitted work',
  ignore: 'are not used',
}

/**
 * What the choices of the form come to, beside the button: the form may be out of sight. Items that are here take labels as a
 * person's work only; a task whose labels become gold is closed, and one whose labels are a person's work is open, whatever is chosen.
 */
function consequence(
  { newCount, labelledCount, here }: FileCounts,
  { labels, votes, open }: { labels: Labels; votes: boolean; open: boolean },
): string {
  const parts = labelledParts(labelledCount, labels === 'person' ? here.free : 0)
  const become = votes && labels === 'gold' ? 'are tallied as votes' : BECOME[labels]
  const decided = labels === 'gold' || labels === 'person' ? labelledCount : 0
  const tasks = decided > 0 ? 'Tasks of the other records' : 'Tasks'
  return [
    ...(parts.length > 0 ? [`Labels of ${parts.join(' and ')} ${become}.`] : []),
    ...(newCount > decided ? [`${tasks} ${open ? 'open at once' : 'stay in preparation'}.`] : []),
  ].join(' ')
}

interface OwnFactsProps {
  domains: ImportDetail['targets']['domains']
  /** null: nothing is said. */
  value: OwnFactTexts | null
  onChange: (value: OwnFactTexts | null) => void
}

const NOTHING_SAID: OwnFactTexts = { domain: '', source: '', tags: '' }

/** A domain, a source and tags for all new items of the file, on demand. */
function OwnFacts({ domains, value, onChange }: OwnFactsProps) {
  return (
    <div className="space-y-3">
      <Button size="sm" aria-expanded={value !== null} onClick={() => onChange(value ? null : NOTHING_SAID)}>
        {value
          ? 'Leave domain, source and tags as the records have them'
          : 'Give the items a domain, a source or tags of your own'}
      </Button>
      {value ? (
        <div className="max-w-md space-y-3 border-line border-s-2 ps-4">
          <OwnFactFields domains={domains} value={value} onChange={onChange} />
        </div>
      ) : null}
    </div>
  )
}

/** What the button does; null: nothing would be added. */
function actOf({ newCount, here }: FileCounts, isWork: boolean, isPart: boolean): string | null {
  const added = isWork && here.free > 0 ? `labels of ${counted(here.free, 'item')}` : null
  if (newCount === 0) return added ? `Add ${added}` : null
  const good = newCount === 1 ? 'one good record' : counted(newCount, 'good record')
  const records = isPart ? good : counted(newCount, 'record')
  return `Import ${isPart ? 'the ' : ''}${records}${added ? `, and add ${added}` : ''}`
}

const workProblems = ({ personId, raters }: Work): { person?: string; raters?: string } => ({
  ...(personId === null ? { person: 'Say whose work the labels are.' } : {}),
  ...(Number.isInteger(raters) && raters >= 1 && raters <= 20 ? {} : { raters: 'Give a number from 1 to 20.' }),
})

interface IdentityFieldProps {
  byContent: FileCounts
  byId: FileCounts
  value: IdentityRule
  onChange: (rule: IdentityRule) => void
}

/** Shown where it makes a difference: which records are about items that are here. */
function IdentityField({ byContent, byId, value, onChange }: IdentityFieldProps) {
  const hint = ({ newCount, duplicateCount, repeatedCount }: FileCounts) => {
    const repeated = repeatedCount > 0 ? `, ${repeatedCount.toLocaleString('en')} repeat an item of this file` : ''
    return `${counted(newCount, 'record is', 'records are')} new, ${(duplicateCount - repeatedCount).toLocaleString('en')} here already${repeated}.`
  }
  return (
    <Field label="A record is about an item that is here when it has">
      <RadioGroup
        options={[
          {
            value: 'content',
            label: 'the same id and content',
            hint: `Where one of the two has no id, the same content. ${hint(byContent)}`,
          },
          { value: 'id', label: 'the same id, whatever its content', hint: hint(byId) },
        ]}
        value={value}
        onValueChange={onChange}
      />
    </Field>
  )
}

interface WorkFieldsProps {
  data: ImportDetail
  here: FileCounts['here']
  work: Work
  problems: { person?: string; raters?: string }
  onChange: (change: Partial<Work>) => void
}

/** Whose work the labels are: asked, never guessed. */
function WorkFields({ data, here, work, problems, onChange }: WorkFieldsProps) {
  const submitted = new Map(here.submitted.map(({ userId, count }) => [userId, count]))
  const nameOf = ({ id, name, email }: ImportDetail['people'][number]) => {
    const count = submitted.get(id)
    const countText = count ? `, has labels on ${count.toLocaleString('en')} of these items` : ''
    return `${email ? `${name} (${email})` : name}${countText}`
  }
  return (
    <div className="space-y-4 border-line border-s-2 ps-4">
      <Field
        label="Whose work"
        required
        error={problems.person}
        hint="Somebody who is not listed is added on the page of the members first; this file waits here."
      >
        <Select
          options={data.people.map((person) => ({ value: person.id, label: nameOf(person) }))}
          value={work.personId}
          onValueChange={(personId) => onChange({ personId })}
          placeholder="Choose a member"
        />
      </Field>
      <Checkbox
        label="Made independently, without sight of anybody else’s labels"
        hint="Only then do they count for agreement."
        checked={work.independent}
        onCheckedChange={(checked) => onChange({ independent: checked === true })}
      />
      <Field
        label="People who label each item, in all"
        hint="Once so many have submitted, their labels are compared and what they differ on is settled. Count those whose files follow."
        error={problems.raters}
      >
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={20}
          className="max-w-24"
          value={Number.isNaN(work.raters) ? '' : work.raters}
          onChange={(event) => onChange({ raters: event.target.valueAsNumber })}
        />
      </Field>
    </div>
  )
}
