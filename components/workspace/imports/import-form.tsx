'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Panel } from '@/components/ui/panel'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import type { ImportDetail, ImportOptions } from '@/lib/workspace/imports/contract'
import { useApplyImport } from '@/lib/workspace/imports/hooks'
import { counted } from './counted'

const LABELS: readonly { value: ImportOptions['labels']; label: string; hint: string }[] = [
  { value: 'gold', label: 'Gold', hint: 'They are the consolidated result already; their tasks are closed.' },
  {
    value: 'suggestions',
    label: 'Suggestions',
    hint: 'Annotators see them, marked as such; they are nobody’s answer.',
  },
  { value: 'person', label: 'One member’s submitted work', hint: 'Their tasks then ask for one annotator fewer.' },
  { value: 'ignore', label: 'Nothing', hint: 'They stay in the source record and are not used.' },
]

const VOTES: typeof LABELS = [
  { value: 'gold', label: 'Votes', hint: 'They are tallied as they stand; their tasks are closed.' },
  {
    value: 'ignore',
    label: 'Nothing',
    hint: 'They stay in the source record, and people here vote anew. Votes of several people can be nobody’s work, and no suggestion.',
  },
]

/** The manager's decision on a checked file. */
export function ImportForm({ data }: { data: ImportDetail }) {
  const apply = useApplyImport(data.id, data.projectId)
  const hasLabels = data.labelledCount > 0
  const [labels, setLabels] = useState<ImportOptions['labels']>('ignore')
  const [personId, setPersonId] = useState<string | null>(null)
  const [independent, setIndependent] = useState(false)
  const [open, setOpen] = useState(true)
  const [asked, setAsked] = useState(false)
  const missing = labels === 'person' && personId === null
  const start = () => {
    setAsked(true)
    if (missing) return
    apply.mutate({ labels, open, ...(labels === 'person' && personId ? { personId, independent } : {}) })
  }
  return (
    <Panel title="Import it">
      <div className="space-y-5">
        {hasLabels ? (
          <Field
            label={`${counted(data.labelledCount, 'record has', 'records have')} ${data.votes ? 'votes' : 'labels'}. They become`}
          >
            <RadioGroup options={data.votes ? VOTES : LABELS} value={labels} onValueChange={setLabels} />
          </Field>
        ) : null}
        {labels === 'person' ? (
          <div className="space-y-3 border-line border-s-2 ps-4">
            <Field label="Whose work" required error={asked && missing ? 'Say whose work the labels are.' : undefined}>
              <Select
                options={data.people.map((person) => ({
                  value: person.id,
                  label: person.email ? `${person.name} (${person.email})` : person.name,
                }))}
                value={personId}
                onValueChange={setPersonId}
                placeholder="Choose a member"
              />
            </Field>
            <Checkbox
              label="Made independently, without sight of anybody else’s labels"
              hint="Only then do they count for agreement."
              checked={independent}
              onCheckedChange={(checked) => setIndependent(checked === true)}
            />
          </div>
        ) : null}
        <Checkbox
          label="Open the tasks at once"
          hint="Otherwise nobody can take them yet, so that texts can be cut otherwise or a pre-fill run can come first."
          checked={open}
          onCheckedChange={(checked) => setOpen(checked === true)}
        />
        {apply.error ? (
          <Callout tone="danger" title="The import did not start">
            {apply.error.message}
          </Callout>
        ) : null}
        <Button variant="primary" loading={apply.isPending} onClick={start}>
          {data.newCount > 0 ? `Import ${counted(data.newCount, 'record')}` : 'Import anyway'}
        </Button>
      </div>
    </Panel>
  )
}
