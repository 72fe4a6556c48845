'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { counted } from '@/components/workspace/imports/counted'
import { useStartGeneration } from '@/lib/automation/prefill/hooks'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import { type GenerationDraft, readGeneration } from './generation-draft'
import { GenerationFields } from './generation-fields'
import { canAskModels } from './plan'
import { unpricedModels } from './plan-estimate'
import { problemPlaces } from './problem-places'
import { promptsFromText, type ReadPrompts } from './prompts-file'
import { PromptsInput } from './prompts-input'

const PLACES = ['name', 'prompts', 'models', 'temperature', 'maxTokens', 'budgetMicro']

interface GenerateViewProps {
  projectId: string
  overview: PrefillOverview
  canChange: boolean
}

/** Prompts in, responses of models out: each becomes an item of the project, with its model kept. */
export function GenerateView({ projectId, overview, canChange }: GenerateViewProps) {
  const generation = useStartGeneration(projectId)
  const router = useRouter()
  const [given, setGiven] = useState<ReadPrompts>(() => promptsFromText(''))
  const [draft, setDraft] = useState<GenerationDraft>({
    name: '',
    models: overview.models.standard ?? '',
    temperature: '0',
    maxTokens: '1000',
    budget: '',
  })
  const [asked, setAsked] = useState(false)
  const read = readGeneration(draft, given)
  const places = problemPlaces(generation.error, (place) => PLACES.includes(place))
  const errors = { ...places, ...(asked ? read.errors : {}) }
  const base = `/projects/${projectId}/prefill`
  const canStart = canChange && overview.canGenerate && canAskModels(overview)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!read.body || !canStart) return
    generation.mutate(read.body, { onSuccess: (run) => router.push(`${base}/runs/${run.id}`) })
  }
  const unpriced = unpricedModels(overview, read.models)
  return (
    <>
      <PageHeader
        eyebrow={<Link href={base}>Pre-fill</Link>}
        title="Generate responses"
        description="Models answer your prompts. Each response becomes an item to annotate, and the item keeps which model wrote it."
      />
      {canAskModels(overview) ? null : (
        <Callout tone="warning" title="No model can be asked" className="mb-6">
          Set OPENAI_API_KEY, or OPENAI_BASE_URL for another endpoint, in the environment and start Assay again. Prompts
          with responses that you have can be imported instead.
        </Callout>
      )}
      <form onSubmit={submit} noValidate className="max-w-3xl space-y-6">
        <Panel title="Prompts">
          <PromptsInput given={given} onChange={setGiven} error={errors.prompts} />
        </Panel>
        <Panel title="Models">
          <GenerationFields draft={draft} errors={errors} onChange={(part) => setDraft({ ...draft, ...part })} />
        </Panel>
        {places[''] ? (
          <Callout tone="danger" title="Nothing was started">
            {places['']}
          </Callout>
        ) : null}
        {unpriced.length > 0 ? (
          <Callout tone="warning" title="Some prices are not known">
            Calls to {unpriced.join(', ')} count as $0.00, and no ceiling stops them.{' '}
            <Link href={`${base}/settings`}>Give the prices in the settings</Link>
          </Callout>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" loading={generation.isPending} disabled={!canStart}>
            Start
          </Button>
          <p role="status" className="text-muted text-sm">
            {given.prompts.length > 0 && read.models.length > 0
              ? `${counted(given.prompts.length * read.models.length, 'response')}: ${counted(given.prompts.length, 'prompt')}, ${counted(read.models.length, 'model')}.`
              : null}
          </p>
        </div>
      </form>
    </>
  )
}
