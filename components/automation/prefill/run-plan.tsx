import { DefinitionList } from '@/components/ui/definition-list'
import { Folded } from '@/components/ui/folded'
import { inWords, plainValue } from '@/components/workspace/tasks/plain-value'
import type { RunPlan } from '@/lib/automation/prefill/contract'
import { moneyText } from '@/lib/automation/prefill/rules'
import { counted } from '@/lib/text/counted'
import { Hash } from './prompt-list'

interface RunPlanViewProps {
  plan: RunPlan
  /** Title of the stage; null for runs that make items. */
  stage: string | null
  /** Titles of searches, by id. */
  searches: ReadonlyMap<string, string>
}

/** What a run was told to do; written down at its start and never changed. */
export function RunPlanView({ plan, stage, searches }: RunPlanViewProps) {
  return (
    <Folded title="Settings of this run" className="bg-surface">
      <div className="space-y-5">
        <DefinitionList items={planFacts(plan, stage, searches)} />
        <ol className="space-y-3">
          {plan.steps.map((step, index) => (
            <li key={step.key} className="rounded-lg border border-line px-3.5 py-2.5 text-sm">
              <p>
                <span className="font-medium">
                  {index + 1}. {step.title}
                </span>{' '}
                <span className="wrap-anywhere text-muted">
                  {step.method === 'rules' ? 'offline rules' : (step.model ?? 'a model')}
                </span>
              </p>
              <Parameters parameters={step.parameters} />
              {step.prompts.length > 0 ? (
                <p className="wrap-anywhere mt-1 text-muted">
                  Prompts:{' '}
                  {step.prompts.map(({ name, version, hash }, promptIndex) => (
                    <span key={hash}>
                      {promptIndex > 0 ? ', ' : null}
                      {name} version {version} (<Hash value={hash} />)
                    </span>
                  ))}
                </p>
              ) : null}
            </li>
          ))}
        </ol>
      </div>
    </Folded>
  )
}

function Parameters({ parameters }: { parameters: RunPlan['steps'][number]['parameters'] }) {
  const entries = Object.entries(parameters)
  if (entries.length === 0) return null
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted">
      {entries.map(([name, value]) => (
        <li key={name} className="wrap-anywhere">
          {inWords(name)}: <bdi className="text-ink">{plainValue(value)}</bdi>
        </li>
      ))}
    </ul>
  )
}

function planFacts(plan: RunPlan, stage: string | null, searches: ReadonlyMap<string, string>) {
  const { file, search, prices, target } = plan
  const facts: { term: string; description: string }[] = []
  if (stage) facts.push({ term: 'Stage', description: stage })
  facts.push({ term: 'Items', description: targetText(target) })
  if (search) facts.push({ term: 'Search', description: searches.get(search) ?? search })
  if (file)
    facts.push({
      term: 'File',
      description: `${file.name}, ${file.format}, SHA-256 ${file.sha256.slice(0, 12)}`,
    })
  if (prices.length > 0) facts.push({ term: 'Prices', description: prices.map(priceText).join('; ') })
  return facts
}

function targetText({ pool, onlyNew, most, on, selected }: RunPlan['target']): string {
  const chosen =
    on === 'gold' ? 'all whose gold held' : onlyNew ? 'those without suggestions' : 'all that nobody had submitted'
  const limit = most === null ? '' : `, at most ${most.toLocaleString('en')}`
  const among = selected === undefined ? '' : `, of ${counted(selected, 'selected item')}`
  return `${chosen}${limit}${among}, out of ${counted(pool, 'item')}`
}

const priceText = ({ model, input, output }: RunPlan['prices'][number]) =>
  `${model}: ${moneyText(input)} in, ${moneyText(output)} out for a million tokens`
