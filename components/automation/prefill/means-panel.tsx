import type { ReactNode } from 'react'
import { DefinitionList } from '@/components/ui/definition-list'
import { ButtonLink } from '@/components/ui/link'
import { Meter } from '@/components/ui/meter'
import { Panel } from '@/components/ui/panel'
import { counted } from '@/components/workspace/imports/counted'
import { moneyText } from '@/lib/automation/prefill/rules'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'

/** What runs may use and spend, and what they have spent. */
export function MeansPanel({
  projectId,
  overview,
  canManage,
}: {
  projectId: string
  overview: PrefillOverview
  canManage: boolean
}) {
  return (
    <Panel
      title="What runs may use"
      actions={
        canManage ? (
          <ButtonLink size="sm" href={`/projects/${projectId}/prefill/settings`}>
            Settings
          </ButtonLink>
        ) : undefined
      }
    >
      <div className="space-y-4">
        <DefinitionList
          items={[
            { term: 'Models', description: modelsText(overview) },
            { term: 'Search', description: searchText(overview) },
          ]}
        />
        <Spent overview={overview} />
      </div>
    </Panel>
  )
}

function modelsText({ models }: PrefillOverview): ReactNode {
  if (models.scripted) return 'None is asked: recorded answers are replayed (ASSAY_LLM is set to scripted).'
  if (!models.configured)
    return 'None. The offline steps work without one; to ask models, set OPENAI_API_KEY, or OPENAI_BASE_URL for another endpoint, and start Assay again.'
  return (
    <>
      <span className="wrap-anywhere">{models.standard ?? 'No standard model: each run names its own'}</span>
      {models.baseUrl ? <span className="wrap-anywhere block text-muted">at {models.baseUrl}</span> : null}
    </>
  )
}

function searchText({ settings, searches, corpus }: PrefillOverview): string {
  const found = searches.find(({ id }) => id === settings.search)
  const title = found?.title ?? settings.search
  if (settings.search === 'corpus') return `${title}: ${counted(corpus.documents, 'document')}`
  return found?.configured ? title : `${title}, which is not configured: set ${found?.needs.join(' and ') ?? 'its key'}`
}

function Spent({ overview: { spentMicro, settings } }: { overview: PrefillOverview }) {
  const { budgetMicro } = settings
  if (budgetMicro === null)
    return (
      <p className="text-sm">
        {moneyText(spentMicro)} spent. <span className="text-muted">The project has no ceiling.</span>
      </p>
    )
  return (
    <Meter
      label="Spent"
      valueText={`${moneyText(spentMicro)} of ${moneyText(budgetMicro)}`}
      value={budgetMicro === 0 ? 1 : spentMicro / budgetMicro}
      tone={spentMicro >= budgetMicro ? 'negative' : 'accent'}
    />
  )
}
