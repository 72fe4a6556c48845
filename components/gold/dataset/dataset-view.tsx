import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { type Dataset, getDatasetEndpoint } from '@/lib/gold/dataset/contract'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { DatasetPanel } from './dataset-panel'
import { Discarded } from './discarded'
import { GoldCounts } from './gold-counts'
import { RuleSwitch } from './rule-switch'

/** What a project's gold consists of, in the tables and figures of its protocol's paper. */
export function DatasetView({ data }: { data: Dataset }) {
  const { project, panels, rule } = data
  const titles = new Map(data.rules.map(({ key, title }) => [key, title]))
  const json = urlFor(getDatasetEndpoint, { params: { projectId: project.id }, query: { rule } })
  return (
    <>
      <PageHeader
        title="Dataset"
        description="What the gold consists of, stage by stage. Every figure opens the items it counts."
        actions={
          <>
            <ButtonLink href={`/projects/${project.id}/checks`}>Checks</ButtonLink>
            <DownloadLink href={json}>Figures as JSON</DownloadLink>
          </>
        }
      />
      {data.items === 0 ? (
        <EmptyState title="There is no gold yet">
          Figures appear here when the first task has become gold, or when labelled records were imported as gold.
        </EmptyState>
      ) : (
        <div className="space-y-8">
          <GoldCounts data={data} />
          <Discarded discarded={data.discarded} />
          {data.rules.length > 1 ? <RuleSwitch data={data} /> : null}
          {data.overridden > 0 ? (
            <Callout>
              {data.overridden === 1 ? 'The label of 1 item was' : `The labels of ${data.overridden} items were`} set by
              hand. Figures by a rule count what the rule says; what was set by hand, and why, stands under{' '}
              <Link href={`/projects/${project.id}/checks`}>Checks</Link>.
            </Callout>
          ) : null}
          {panels.length === 0 ? (
            <EmptyState title="Nothing to draw yet">
              The protocol counts gold of other stages. Go on with the next stage, and its figures appear here.
            </EmptyState>
          ) : (
            <section aria-labelledby="figures-heading" className="space-y-6">
              <h2 id="figures-heading" className="font-semibold text-lg">
                What the gold consists of
              </h2>
              {panels.map((panel) => (
                <DatasetPanel
                  key={panel.key}
                  projectId={project.id}
                  panel={panel}
                  rule={rule}
                  ruleTitle={panel.rule === null ? null : (titles.get(panel.rule) ?? panel.rule)}
                />
              ))}
            </section>
          )}
        </div>
      )}
    </>
  )
}
